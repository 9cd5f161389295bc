package portable

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

func part(name string, order []string, members ...Member) Part {
	slices.SortFunc(members, func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
	return Part{Name: name, Members: members, Order: order, Since: 1}
}

// moment is how times are written.
const moment = "2006-01-02T15:04:05.000000Z"

// appendLine writes an object, whose values are in the order of the members. A value is
// nil, a string, an int64, a bool, a time, a list of strings, or JSON.
func (p Part) appendLine(line []byte, values []any) ([]byte, error) {
	if len(values) != len(p.Members) {
		return nil, fmt.Errorf("%s has %d members, and %d values came", p.Name, len(p.Members), len(values))
	}
	line = append(line, '{')
	for i, m := range p.Members {
		if i > 0 {
			line = append(line, ',')
		}
		line = append(appendString(line, m.Name), ':')
		var err error
		if line, err = appendValue(line, values[i]); err != nil {
			return nil, fmt.Errorf("%s of %s: %w", m.Name, p.Name, err)
		}
	}
	return append(line, '}', '\n'), nil
}

func appendString(line []byte, s string) []byte {
	line, _ = jsontext.AppendQuote(line, s) // texts of the database are UTF-8
	return line
}

func appendValue(line []byte, value any) ([]byte, error) {
	switch v := value.(type) {
	case nil:
		return append(line, "null"...), nil
	case string:
		return appendString(line, v), nil
	case int64:
		return strconv.AppendInt(line, v, 10), nil
	case bool:
		return strconv.AppendBool(line, v), nil
	case time.Time:
		return append(v.UTC().AppendFormat(append(line, '"'), moment), '"'), nil
	case []string:
		line = append(line, '[')
		for i, s := range v {
			if i > 0 {
				line = append(line, ',')
			}
			line = appendString(line, s)
		}
		return append(line, ']'), nil
	case jsontext.Value:
		return appendCanonical(line, v)
	}
	return nil, fmt.Errorf("there is no way to write %T", value)
}

// maxDepth limits how deep JSON is nested.
const maxDepth = 32

// appendCanonical writes JSON in the one form that an archive has it in: members in order, no
// blanks, no escape that is not needed. Numbers stay as they are.
func appendCanonical(line []byte, v jsontext.Value) ([]byte, error) {
	d := jsontext.NewDecoder(bytes.NewReader(v))
	line, err := appendNext(line, d)
	if err == nil {
		if _, err := d.ReadToken(); err == nil {
			return nil, errors.New("there is more than one value")
		}
	}
	return line, err
}

func appendNext(line []byte, d *jsontext.Decoder) ([]byte, error) {
	if d.StackDepth() > maxDepth {
		return nil, errors.New("it is nested too deep")
	}
	switch d.PeekKind() {
	case '{':
		return appendObject(line, d)
	case '[':
		if _, err := d.ReadToken(); err != nil {
			return nil, err
		}
		line = append(line, '[')
		for first := true; d.PeekKind() != ']'; first = false {
			if !first {
				line = append(line, ',')
			}
			var err error
			if line, err = appendNext(line, d); err != nil {
				return nil, err
			}
		}
		_, err := d.ReadToken()
		return append(line, ']'), err
	case '"':
		token, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		return appendString(line, token.String()), nil
	}
	value, err := d.ReadValue()
	return append(line, value...), err
}

func appendObject(line []byte, d *jsontext.Decoder) ([]byte, error) {
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	type member struct {
		name  string
		value []byte
	}
	var all []member
	for d.PeekKind() == '"' {
		token, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		name := token.String()
		value, err := appendNext(nil, d)
		if err != nil {
			return nil, err
		}
		all = append(all, member{name, value})
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b member) int { return cmp.Compare(a.name, b.name) })
	line = append(line, '{')
	for i, m := range all {
		if i > 0 {
			line = append(line, ',')
		}
		line = append(append(appendString(line, m.name), ':'), m.value...)
	}
	return append(line, '}'), nil
}

var (
	uuidForm = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	hashForm = regexp.MustCompile(`^[0-9a-f]{64}$`)
	wholeOne = regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`)
)
