package postgres

import (
	"strconv"
	"strings"
)

// params are the arguments of a statement by their names. In its text $1 is the account,
// and what follows are the ids of the path; everything else is an @name.
type params map[string]any

// bind gives each name of a statement a number, after the arguments that have one.
func (n params) bind(sql string, args ...any) (string, []any) {
	var text strings.Builder
	text.Grow(len(sql))
	numbers := make(map[string]string, len(n))
	for {
		at := strings.IndexByte(sql, '@')
		end := at + 1
		for at >= 0 && end < len(sql) && isName(sql[end]) {
			end++
		}
		if at < 0 {
			text.WriteString(sql)
			return text.String(), args
		}
		name := sql[at+1 : end]
		text.WriteString(sql[:at])
		sql = sql[end:]
		if name == "" { // an operator
			text.WriteByte('@')
			continue
		}
		if numbers[name] == "" {
			value, given := n[name]
			if !given {
				panic("postgres: a statement asks for @" + name + ", which is not given")
			}
			args = append(args, value)
			numbers[name] = "$" + strconv.Itoa(len(args))
		}
		text.WriteString(numbers[name])
	}
}

func isName(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' }
