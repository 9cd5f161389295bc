package mail

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// letter is a complete mail for the layouts.
type letter struct {
	Language, Subject, Greeting string
	Before, After               []string // paragraphs, around facts and link
	Facts                       []fact
	Lists                       []list // of a reminder, after the facts
	Action, Link, Hint          string // no link without action
	Footer                      string
}

// Render writes a mail as plain text and as HTML. Missing data is
// ErrUnsendable, so that no incomplete mail goes out.
func Render(m Message) (subject, text, html string, err error) {
	l, err := write(m)
	if err != nil {
		return "", "", "", fmt.Errorf("%w: %s: %w", ErrUnsendable, m.What, err)
	}
	var rich strings.Builder
	if err := l.html().Render(context.Background(), &rich); err != nil {
		return "", "", "", err
	}
	return l.Subject, l.text(), rich.String(), nil
}

func write(m Message) (letter, error) {
	in := locales()[m.Locale]
	if in == nil {
		in = locales()[Locales[0]]
	}
	data, err := gather(m)
	if err != nil {
		return letter{}, err
	}
	disarm(data, in.Unnamed)
	link := data["link"]
	if role, ok := in.Roles[data["role"]]; ok {
		data["role"] = role
	}
	mail, fill := in.Mails[m.What], filler(data)
	l := letter{
		Language: in.Language, Subject: fill(mail.Subject), Greeting: in.Greeting,
		Before: each(mail.Before, fill), After: each(mail.After, fill),
		Action: mail.Action, Link: link, Hint: in.Hint, Footer: in.Footer,
	}
	if data["name"] != "" {
		l.Greeting = fill(in.GreetingByName)
	}
	for _, f := range mail.Facts {
		l.Facts = append(l.Facts, fact{Label: f.Label, Value: fill(f.Value)})
	}
	l.Lists = in.lists(m.Due)
	return l, nil
}

// gather takes only what a mail needs from its data.
func gather(m Message) (map[string]string, error) {
	wanted, known := needs[m.What]
	if !known {
		return nil, errors.New("there is no such mail")
	}
	data := make(map[string]string, len(wanted))
	for _, key := range wanted {
		data[key] = line(m.Data[key])
		if data[key] == "" {
			return nil, fmt.Errorf("%s is missing", key)
		}
	}
	if slices.Contains(wanted, "link") && !followable(data["link"]) {
		return nil, errors.New("link is not one to follow")
	}
	return data, nil
}

// line makes a value fit on one line. Line breaks and direction marks could
// disguise a name as something else.
func line(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Join(strings.Fields(s), " ")
}

// followable reports whether mail programs will make all of it a link. The
// error of url.Parse is not shown, because a link may hold a token.
func followable(link string) bool {
	u, err := url.Parse(link)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && !strings.ContainsAny(link, " <>\"")
}

// filler replaces {key} by data. Data is not expanded again: a name {link}
// stays as it is.
func filler(data map[string]string) func(string) string {
	var pairs []string
	for key, value := range data {
		pairs = append(pairs, "{"+key+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace
}

func each(all []string, do func(string) string) []string {
	done := make([]string, len(all))
	for i, s := range all {
		done[i] = do(s)
	}
	return done
}
