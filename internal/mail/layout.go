package mail

import "strings"

//go:generate go tool templ generate -path .

// text is the mail without HTML: paragraphs apart by an empty line.
func (l letter) text() string {
	blocks := append([]string{l.Greeting}, l.Before...)
	if len(l.Facts) > 0 {
		var lines []string
		for _, f := range l.Facts {
			lines = append(lines, f.Label+f.Value)
		}
		blocks = append(blocks, strings.Join(lines, "\n"))
	}
	for _, list := range l.Lists {
		lines := []string{list.Heading}
		for _, e := range list.Lines {
			lines = append(lines, "- "+e.Name+" · "+e.Day)
		}
		if list.More != "" {
			lines = append(lines, "- "+list.More)
		}
		blocks = append(blocks, strings.Join(lines, "\n"))
	}
	if l.Action != "" {
		blocks = append(blocks, l.Action+"\n"+l.Link)
	}
	blocks = append(blocks, l.After...)
	return strings.Join(blocks, "\n\n") + "\n\n-- \n" + l.Footer + "\n"
}
