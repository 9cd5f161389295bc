package catalog

import (
	"strings"
	"unicode"
)

// Part is a piece of a text, marked if a word of a search begins there.
type Part struct {
	Text string
	Hit  bool
}

// Parts divides a text into matches and the rest.
func (s Search) Parts(text string) (parts []Part) {
	add := func(runes []rune, hit bool) {
		switch n := len(parts); {
		case len(runes) == 0:
		case n > 0 && parts[n-1].Hit == hit:
			parts[n-1].Text += string(runes)
		default:
			parts = append(parts, Part{string(runes), hit})
		}
	}
	all := []rune(text)
	for at := 0; at < len(all); {
		end := wordEnd(all, at)
		hit := s.prefix(all[at:end])
		add(all[at:at+hit], true)
		add(all[at+hit:end], false)
		at = end
	}
	return parts
}

// Excerpt is a text from shortly before the first match; empty without a match.
func (s Search) Excerpt(text string) string {
	const before, most = 24, 120 // characters
	all := []rune(strings.Join(strings.Fields(text), " "))
	for at := 0; at < len(all); {
		end := wordEnd(all, at)
		if s.prefix(all[at:end]) == 0 {
			at = end
			continue
		}
		from := 0
		if at > before {
			for from = at - before; from < at && inWord(all[from-1]); from++ { // no half of a word
			}
		}
		to := min(len(all), from+most)
		cut := strings.TrimSpace(string(all[from:to]))
		if from > 0 {
			cut = "… " + cut
		}
		if to < len(all) {
			cut += " …"
		}
		return cut
	}
	return ""
}

// wordEnd is the end of the word that begins at a character; other characters end by themselves.
func wordEnd(all []rune, at int) int {
	if !inWord(all[at]) || spaceless(all[at]) {
		return at + 1
	}
	for at++; at < len(all) && (inWord(all[at]) || unicode.Is(unicode.Mn, all[at])) && !spaceless(all[at]); at++ {
	}
	return at
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// prefix is how many characters of a word match the search.
func (s Search) prefix(word []rune) (longest int) {
	folded := ""
	for n, r := range word {
		folded += Fold(string(r))
		for _, sought := range s.sought() {
			if strings.HasPrefix(folded, sought) && len(folded)-len(Fold(string(r))) < len(sought) {
				longest = n + 1
			}
		}
	}
	for longest > 0 && longest < len(word) && unicode.Is(unicode.Mn, word[longest]) {
		longest++
	}
	return longest
}
