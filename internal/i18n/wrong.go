package i18n

import (
	"context"
	"fmt"
	"strconv"
)

// Wrong says which rule a field breaks, beside the field. The rule is its English
// sentence; a text fills {0}, {1} … with its arguments, counted as in the sentence.
func (t *Texts) Wrong(rule string, args []any) string {
	key := "wrong." + rule
	if _, ok := t.messages[key]; !ok { // pages cannot break it
		if len(args) == 0 {
			return rule
		}
		return fmt.Sprintf(rule, args...)
	}
	pairs := make([]string, 0, 2*len(args))
	for i, arg := range args {
		value := fmt.Sprint(arg)
		switch n := arg.(type) {
		case int:
			value = t.Number(int64(n))
		case int64:
			value = t.Number(n)
		}
		pairs = append(pairs, strconv.Itoa(i), value)
	}
	return t.T(key, pairs...)
}

type speaking struct{}

// Speaking lets components that are rendered in a context say what is wrong.
func Speaking(ctx context.Context, t *Texts) context.Context {
	return context.WithValue(ctx, speaking{}, t)
}

// Spoken are the texts of a context, or the English ones.
func Spoken(ctx context.Context) *Texts {
	if t, ok := ctx.Value(speaking{}).(*Texts); ok {
		return t
	}
	return For("")
}
