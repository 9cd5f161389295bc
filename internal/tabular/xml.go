package tabular

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"vitrine/internal/tabular/markup"
)

// openXML reads a Tellico file, lists of CLZ, or any root whose children are alike.
func (t *Table) openXML(file io.ReaderAt, size int64, o Options) error {
	text, err := xmlText(file, size)
	if err != nil {
		return err
	}
	var found names
	seen, err := surveyXML(text, &found)
	if err != nil {
		return err
	}
	if slices.Contains(tellicoRoots, seen.root) {
		return t.openTellicoXML(text, o)
	}
	if seen.rows == 0 {
		return failed(EmptyFile, 0, "The file has no elements that could be rows.")
	}
	elements := newElements(text)
	t.rows = &treeRows{columns: found.all, object: elements.next}
	return t.settle(found.all, seen.root, o)
}

var declared = regexp.MustCompile(`^\s*<\?xml[^>]*encoding=["']([A-Za-z0-9._-]+)["']`)

// xmlText is a document whose encoding is known from its mark or its first line.
func xmlText(file io.ReaderAt, size int64) (decoded, error) {
	head := make([]byte, min(size, headBytes))
	if _, err := file.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return decoded{}, err
	}
	chosen, marked := "utf-8", false
	if name, length := byteOrder(head); length > 0 {
		chosen, marked = name, true
	}
	if told := declared.FindSubmatch(head); told != nil && !marked {
		chosen = strings.ToLower(string(told[1]))
	}
	if chosen == "us-ascii" || chosen == "utf8" {
		chosen = "utf-8"
	}
	if !slices.Contains(Encodings, chosen) {
		return decoded{}, failed(UnsupportedFormat, 0, "The file is in the encoding %s. Save it in UTF-8.", shortened(chosen))
	}
	return decode(file, size, chosen, "")
}

// document turns an error in a document into a message.
func document(err error) error {
	switch {
	case errors.Is(err, markup.ErrEntities):
		return entities()
	case errors.Is(err, markup.ErrDepth):
		return tooDeep()
	case errors.Is(err, markup.ErrSyntax):
		return failed(Damaged, 0, "The file is not valid XML: %s.", strings.TrimPrefix(readable(err.Error()), markup.ErrSyntax.Error()+": "))
	}
	return err
}

type xmlSeen struct {
	root string
	rows int
}

// surveyXML reads the whole document and collects its columns. For a Tellico file it only returns the root.
func surveyXML(text decoded, found *names) (seen xmlSeen, err error) {
	e := newElements(text)
	for {
		f, err := e.next()
		seen.root = e.info
		if slices.Contains(tellicoRoots, seen.root) {
			return seen, nil
		}
		if errors.Is(err, io.EOF) {
			return seen, nil
		}
		if err != nil {
			return seen, err
		}
		seen.rows++
		if err := found.add(f); err != nil {
			return seen, err
		}
	}
}

// elements walks through a document and yields the elements that are rows: in CLZ's files the children
// of comiclist, booklist and so on, else those of the root.
type elements struct {
	m    *markup.Reader
	info string // the root, or comicinfo and the like below it
	list int    // depth of the parent of rows; 0 while unknown
	flat *flat
	size size
}

func newElements(text decoded) *elements {
	return &elements{m: markup.NewReader(text.reader(), MaxDepth), flat: newFlat()}
}

func (e *elements) next() (*flat, error) {
	for {
		token, err := e.m.Next()
		if err != nil {
			return nil, document(err)
		}
		if token.Kind != markup.Start {
			continue
		}
		name, depth := string(token.Name), e.m.Depth()
		switch {
		case depth == 1:
			e.info = strings.ToLower(name)
			if !strings.HasSuffix(e.info, "info") && e.info != "collectorz" {
				e.list = 1
			}
			continue
		case depth == 2 && e.info == "collectorz" && strings.HasSuffix(name, "info"):
			e.info = name
			continue
		case e.list == 0 && strings.HasSuffix(name, "list") && depth <= 3:
			e.list = depth
			continue
		case e.list == 0 || depth != e.list+1:
			continue
		}
		e.size = size{}
		n, err := element(e.m, token, &e.size)
		if err != nil {
			return nil, document(err)
		}
		e.flat.reset()
		n.name = ""
		e.flat.add("", shown(n), false)
		return e.flat, nil
	}
}

// element reads an element. Attributes become children.
func element(m *markup.Reader, start *markup.Token, s *size) (node, error) {
	n := node{name: string(start.Name)}
	for _, a := range start.Attributes {
		n.children = append(n.children, node{name: string(a.Name), text: string(a.Value)})
		if err := s.add(len(a.Value)); err != nil {
			return n, err
		}
	}
	var text []byte
	elements := false
	for {
		token, err := m.Next()
		if err != nil {
			return n, err
		}
		switch token.Kind {
		case markup.Start:
			child, err := element(m, token, s)
			if err != nil {
				return n, err
			}
			n.children = append(n.children, child)
			elements = true
		case markup.Text:
			text, _ = bounded(text, token.Text)
		case markup.End:
			n.text = string(bytes.TrimSpace(text))
			if !elements && len(n.children) > 0 && n.text != "" { // a text beside attributes
				n.children = append(n.children, node{text: n.text})
			}
			return n, s.add(len(n.text))
		}
	}
}

// shown keeps only the displayname of an element that has one; the rest is for sorting.
func shown(n node) node {
	i := slices.IndexFunc(n.children, func(c node) bool { return c.name == "displayname" })
	if i >= 0 {
		n.children = n.children[i : i+1]
		return n
	}
	for i, child := range n.children {
		n.children[i] = shown(child)
	}
	return n
}
