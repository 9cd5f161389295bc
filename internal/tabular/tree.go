package tabular

import (
	"vitrine/internal/tabular/cell"
	"vitrine/internal/tabular/own"
)

// node is a value of json or an element of xml. A row is made from an object.
type node struct {
	name     string // empty in a list
	text     string
	kind     Kind
	list     bool // its children are alike
	children []node
}

// Limits of one object; larger ones are no rows.
const (
	maxNodes    = 10_000
	maxRowBytes = 16 << 20
)

// size counts nodes and bytes of an object while it is read.
type size struct{ nodes, bytes int }

func (s *size) add(text int) error {
	s.nodes++
	s.bytes += text
	if s.nodes > maxNodes || s.bytes > maxRowBytes {
		return failed(TooLarge, 0, "An object in the file is too large for a row of a table.")
	}
	return nil
}

func tooDeep() *Failed {
	return failed(TooDeep, 0, "The file has objects in objects, more than %d deep.", MaxDepth)
}

// flat is an object as cells by the names of columns: a.b is b in a.
type flat struct {
	names []string // in their order
	cells map[string]*flatCell
}

type flatCell struct {
	Cell
	parts  []string
	listed bool // in a list, so there may be several
}

func newFlat() *flat { return &flat{cells: map[string]*flatCell{}} }

func (f *flat) reset() {
	f.names = f.names[:0]
	clear(f.cells)
}

// add adds the values of a node under its name. Values of a list are joined.
func (f *flat) add(prefix string, n node, listed bool) {
	name := prefix
	switch {
	case n.name == "":
	case prefix == "":
		name = n.name
	default:
		name = prefix + "." + n.name
	}
	if len(n.children) > 0 {
		for _, child := range n.children {
			f.add(name, child, listed || n.list)
		}
		return
	}
	if n.text == "" || name == "" {
		return
	}
	known, ok := f.cells[name]
	if !ok {
		known = &flatCell{Cell: Cell{Text: n.text, Kind: n.kind}}
		f.cells[name], f.names = known, append(f.names, name)
	}
	known.parts = append(known.parts, n.text)
	known.listed = known.listed || listed || len(known.parts) > 1
}

// cell is the value of a column.
func (f *flat) cell(name string) Cell {
	known, ok := f.cells[name]
	switch {
	case !ok:
		return Cell{}
	case known.listed:
		return Cell{Text: own.JoinList(known.parts)}
	}
	return known.Cell
}

// names collects the columns of all objects.
type names struct {
	all  []string
	seen map[string]bool
}

func (n *names) add(f *flat) error {
	if n.seen == nil {
		n.seen = map[string]bool{}
	}
	for _, name := range f.names {
		if !n.seen[name] {
			n.seen[name] = true
			n.all = append(n.all, name)
		}
	}
	if len(n.all) > MaxColumns {
		return failed(TooManyColumns, 0, "The objects of the file have more than %d different members. A table can have %d columns.", MaxColumns, MaxColumns)
	}
	return nil
}

// treeRows yields the objects of a file as rows.
type treeRows struct {
	columns []string
	object  func() (*flat, error) // io.EOF after the last
	number  int
	cells   []Cell
}

func (r *treeRows) next() (Row, error) {
	f, err := r.object()
	if err != nil {
		return Row{}, err
	}
	r.number++
	row := Row{Number: r.number}
	r.cells = r.cells[:0]
	for i, name := range r.columns {
		c := f.cell(name)
		if short, cut := cutText(c.Text); cut {
			c.Text = short
			row.Issues = append(row.Issues, Issue{i + 1, cell.TooLong, tooLong, cell.Beginning(short)})
		} else if text := readable(c.Text); text != c.Text {
			c.Text = text
			row.Issues = append(row.Issues, Issue{i + 1, cell.BadText, "text in the encoding of the file, without the character U+0000", cell.Beginning(text)})
		}
		r.cells = append(r.cells, c)
	}
	row.Cells = r.cells
	return row, nil
}
