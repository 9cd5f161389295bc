package tabular

import (
	"encoding/base64"
	"fmt"
	"io"
	"strconv"
	"strings"

	"vitrine/internal/tabular/markup"
)

// entry reads an entry: a value for each field, or several in an element named by the plural.
func (r *tellico) entry(start *markup.Token) (*flat, error) {
	r.size = size{}
	n, err := element(r.m, start, &r.size)
	if err != nil {
		return nil, err
	}
	r.flat.reset()
	for _, child := range n.children {
		r.value(child)
	}
	return r.flat, nil
}

// value adds a child of an entry. <authors><author>A</author></authors> is the field author,
// a list; <pur_date><year/><month/><day/></pur_date> is a day; rows of a table have columns.
func (r *tellico) value(n node) {
	switch {
	case n.text == "" && len(n.children) == 0:
	case len(n.children) == 0 || n.text != "":
		r.flat.add("", node{name: n.name, text: n.text}, false)
	case isDay(n.children):
		r.flat.add("", node{name: n.name, text: dayOf(n.children)}, false)
	default:
		name := n.children[0].name
		var lines []string
		table := false
		for _, child := range n.children {
			var columns []string
			for _, column := range child.children {
				if column.name == "column" {
					columns, table = append(columns, column.text), true
				}
			}
			if lines = append(lines, child.text); columns != nil {
				lines[len(lines)-1] = strings.Join(columns, " :: ")
			}
		}
		if table {
			r.flat.add("", node{name: name, text: strings.Join(lines, "\n")}, false)
			return
		}
		for _, line := range lines {
			r.flat.add("", node{name: name, text: line}, true)
		}
	}
}

func isDay(children []node) bool {
	for _, c := range children {
		if c.name != "year" && c.name != "month" && c.name != "day" && c.name != "calendar" {
			return false
		}
	}
	return true
}

// dayOf is a day, or as much of it as is given.
func dayOf(children []node) string {
	parts := map[string]int{}
	for _, c := range children {
		parts[c.name], _ = strconv.Atoi(strings.TrimSpace(c.text))
	}
	switch year, month, day := parts["year"], parts["month"], parts["day"]; {
	case year == 0:
		return ""
	case month == 0:
		return fmt.Sprintf("%04d", year)
	case day == 0:
		return fmt.Sprintf("%04d-%02d", year, month)
	default:
		return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
	}
}

// embedded is a picture in base64 within a document.
func embedded(file io.ReaderAt, from, to int64, name string) Photo {
	return Photo{Name: name, Size: (to - from) / 4 * 3, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(base64.NewDecoder(base64.StdEncoding, &unspaced{io.NewSectionReader(file, from, to-from)})), nil
	}}
}

// unspaced drops blanks, which the base64 decoder refuses; it skips line ends itself.
type unspaced struct{ r io.Reader }

func (u *unspaced) Read(p []byte) (int, error) {
	for {
		n, err := u.r.Read(p)
		kept := 0
		for _, b := range p[:n] {
			if b != ' ' && b != '\t' {
				p[kept] = b
				kept++
			}
		}
		if kept > 0 || err != nil || n == 0 {
			return kept, err
		}
	}
}
