package tabular

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
)

// openJSON reads a list of objects, an object of objects, or an object with such lists, of which the
// longest counts.
func (t *Table) openJSON(file io.ReaderAt, size int64, o Options) error {
	text, err := decode(file, size, o.Encoding, o.Locale)
	if err != nil {
		return err
	}
	t.Detected.Encoding, t.Choices.Encodings = text.encoding, Encodings
	lists, err := surveyJSON(text)
	if err != nil {
		return err
	}
	declared, err := ownColumns(text)
	if err != nil {
		return err
	}
	if declared != nil {
		return t.openOwnJSON(text, declared, o)
	}
	if len(lists) == 0 {
		return failed(EmptyFile, 0, "The file has no objects in a list.")
	}
	longest := slices.MaxFunc(lists, func(a, b objectList) int { return cmp.Compare(a.count, b.count) })
	t.rows = &treeRows{columns: longest.names.all, object: newObjects(text).of(longest.where)}
	return t.settle(longest.names.all, "", o)
}

// openOwnJSON takes the columns from the head, which also names empty ones.
func (t *Table) openOwnJSON(text decoded, columns []ownColumn, o Options) error {
	headers := make([]string, len(columns))
	for i, c := range columns {
		headers[i] = c.Key
	}
	t.rows = &treeRows{columns: headers, object: newObjects(text).of("rows")}
	if err := t.settle(headers, "", o); err != nil {
		return err
	}
	for i, c := range columns {
		t.Columns[i].Kind, t.Columns[i].Options = c.Kind, c.Options
	}
	t.amounts = amountsOf(headers)
	for _, a := range t.amounts {
		t.Columns[a.column].Major = true
	}
	return nil
}

// objectList is a list of objects in a document.
type objectList struct {
	where string // the member of the root; . is the root itself
	count int
	names names
}

// surveyJSON reads the whole document and finds the lists of objects.
func surveyJSON(text decoded) (lists []objectList, err error) {
	objects := newObjects(text)
	for {
		where, f, err := objects.next()
		if errors.Is(err, io.EOF) {
			return lists, nil
		}
		if err != nil {
			return nil, err
		}
		n := slices.IndexFunc(lists, func(l objectList) bool { return l.where == where })
		if n < 0 && len(lists) == MaxColumns {
			continue
		}
		if n < 0 {
			lists, n = append(lists, objectList{where: where}), len(lists)
		}
		lists[n].count++
		if err := lists[n].names.add(f); err != nil {
			return nil, err
		}
	}
}

// objects walks through a document.
type objects struct {
	d      *json.Decoder
	guard  *tokenGuard
	size   size
	flat   *flat
	begun  bool
	root   json.Delim
	member string // of the root, whose list is open
	inList bool
	ended  bool // after the root
}

func newObjects(text decoded) *objects {
	guard := &tokenGuard{r: text.reader()}
	d := json.NewDecoder(guard)
	d.UseNumber()
	return &objects{d: d, guard: guard, flat: newFlat()}
}

// of yields only the objects of one list.
func (o *objects) of(where string) func() (*flat, error) {
	return func() (*flat, error) {
		for {
			found, f, err := o.next()
			if err != nil || found == where {
				return f, err
			}
		}
	}
}

// next is the next object in a list, and the list's name.
func (o *objects) next() (where string, f *flat, err error) {
	if !o.begun {
		o.begun = true
		token, err := o.token()
		if err != nil {
			return "", nil, err
		}
		o.root, _ = token.(json.Delim)
		o.inList, o.member = o.root == '[', "."
	}
	for {
		token, err := o.token()
		if err != nil {
			return "", nil, err
		}
		name := ""
		switch token {
		case json.Delim(']'), json.Delim('}'):
			if !o.inList || o.root == '[' {
				return "", nil, o.end()
			}
			o.inList = false // back in the root object
			continue
		}
		if !o.inList {
			name, _ = token.(string)
			if token, err = o.token(); err != nil {
				return "", nil, err
			}
			if token == json.Delim('[') {
				o.inList, o.member = true, name
				continue
			}
			o.member = "."
		}
		o.size = size{}
		depth := 2
		if o.root == '{' && o.inList {
			depth = 3
		}
		n, err := o.value(name, token, depth)
		if err != nil {
			return "", nil, err
		}
		if token == json.Delim('{') {
			n.name = ""
			o.flat.reset()
			o.flat.add("", n, false)
			return o.member, o.flat, nil
		}
	}
}

// end checks that nothing follows the root.
func (o *objects) end() error {
	o.ended = true
	_, err := o.token()
	if err == nil {
		return failed(Damaged, 0, "The file has something behind its end.")
	}
	return err
}

// value reads a value whose first token is known.
func (o *objects) value(name string, first json.Token, depth int) (node, error) {
	n := node{name: name}
	switch v := first.(type) {
	case string:
		n.text = v
	case json.Number:
		n.text, n.kind = v.String(), Number
		if f, err := v.Float64(); err == nil {
			n.text = plainNumber(n.text, f)
		}
	case bool:
		n.text, n.kind = strconv.FormatBool(v), Boolean
	case json.Delim:
		if depth > MaxDepth {
			return n, tooDeep()
		}
		return n, o.children(&n, v, depth)
	}
	return n, o.size.add(len(name) + len(n.text))
}

// children reads up to the end of a list or an object. An object whose members are named by numbers is
// a list.
func (o *objects) children(n *node, open json.Delim, depth int) error {
	n.list = open == '['
	for {
		token, err := o.token()
		if err != nil {
			return err
		}
		if token == json.Delim(']') || token == json.Delim('}') {
			return nil
		}
		name := ""
		if open == '{' {
			if name, _ = token.(string); isIndex(name) {
				name, n.list = "", true
			}
			if token, err = o.token(); err != nil {
				return err
			}
		}
		child, err := o.value(name, token, depth+1)
		if err != nil {
			return err
		}
		n.children = append(n.children, child)
	}
}

func isIndex(name string) bool {
	n, err := strconv.ParseUint(name, 10, 16)
	return err == nil && strconv.FormatUint(n, 10) == name
}

func (o *objects) token() (json.Token, error) {
	token, err := o.d.Token()
	o.guard.since = 0
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, failed(Damaged, 0, "The file is not valid JSON: %s at byte %d.", syntax.Error(), syntax.Offset)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF) && !o.ended:
		return nil, failed(Damaged, 0, "The file is not valid JSON: it ends too early.")
	}
	return token, err
}
