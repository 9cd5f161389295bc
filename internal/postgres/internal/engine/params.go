package engine

import (
	"strconv"
	"strings"
)

// Params are the arguments of a statement by name. In its text $1 is the account, the ids of the path
// follow; everything else is an @name.
type Params map[string]any

// Bind gives each name of a statement a number, after the arguments that have one.
func (p Params) Bind(sql string, args ...any) (string, []any) {
	b := binding{params: p, args: args}
	return b.bind(sql), b.args
}

// binding numbers the names in parts of one statement.
type binding struct {
	params  Params
	args    []any
	numbers map[string]string
}

func (b *binding) bind(sql string) string {
	var text strings.Builder
	text.Grow(len(sql))
	for {
		at := strings.IndexByte(sql, '@')
		if at < 0 {
			text.WriteString(sql)
			return text.String()
		}
		end := at + 1
		for end < len(sql) && isName(sql[end]) {
			end++
		}
		text.WriteString(sql[:at])
		if name := sql[at+1 : end]; name != "" {
			text.WriteString(b.number(name))
		} else { // an operator
			text.WriteByte('@')
		}
		sql = sql[end:]
	}
}

// number is the number of a name, assigned on first use.
func (b *binding) number(name string) string {
	if n := b.numbers[name]; n != "" {
		return n
	}
	value, given := b.params[name]
	if !given {
		panic("postgres: a statement asks for @" + name + ", which is not given")
	}
	if b.numbers == nil {
		b.numbers = make(map[string]string, len(b.params))
	}
	b.args = append(b.args, value)
	b.numbers[name] = "$" + strconv.Itoa(len(b.args))
	return b.numbers[name]
}

func isName(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' }
