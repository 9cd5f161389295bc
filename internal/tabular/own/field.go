package own

import (
	"strconv"
	"strings"
)

// Field names the column of a custom field: field[KIND]:TYPE/NAME. If several fields of a type have
// one name, the second is NAME#2, and so on.
type Field struct {
	Kind, Type, Name string
	Nth              int // from 1
}

var inHeader = strings.NewReplacer(`\`, `\\`, `/`, `\/`, `#`, `\#`)

// Header is the key of the column.
func (f Field) Header() string {
	s := "field[" + f.Kind + "]:" + inHeader.Replace(f.Type) + "/" + inHeader.Replace(f.Name)
	if f.Nth > 1 {
		s += "#" + strconv.Itoa(f.Nth)
	}
	return s
}

// ParseField is the inverse of Header.
func ParseField(header string) (f Field, ok bool) {
	rest, ok := strings.CutPrefix(header, "field[")
	if !ok {
		return f, false
	}
	kind, rest, ok := strings.Cut(rest, "]:")
	if !ok {
		return f, false
	}
	parts, marks := unescape(rest)
	f = Field{Kind: kind, Nth: 1}
	switch marks {
	case "/":
		f.Type, f.Name = parts[0], parts[1]
	case "/#":
		f.Type, f.Name = parts[0], parts[1]
		n, err := strconv.Atoi(parts[2])
		if err != nil || n < 2 || strconv.Itoa(n) != parts[2] {
			return Field{}, false
		}
		f.Nth = n
	default:
		return Field{}, false
	}
	return f, true
}

// unescape splits a header at each / and # without a backslash before it, and returns these signs.
func unescape(s string) (parts []string, marks string) {
	var part strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			part.WriteByte(s[i])
		case s[i] == '/' || s[i] == '#':
			parts, marks = append(parts, part.String()), marks+s[i:i+1]
			part.Reset()
		default:
			part.WriteByte(s[i])
		}
	}
	return append(parts, part.String()), marks
}

// Count numbers the fields of the same name and type, in their order.
func Count(fields []Field) {
	type name struct{ of, is string }
	seen := map[name]int{}
	for i, f := range fields {
		seen[name{f.Type, f.Name}]++
		fields[i].Nth = seen[name{f.Type, f.Name}]
	}
}
