package reference

import (
	"bytes"
	"html"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// section is a part of the introduction.
type section struct {
	Title, Slug string
	Text        markup
}

// splitSections splits a text at its headings.
func splitSections(text string) (lead markup, sections []section) {
	parts := strings.Split("\n"+text, "\n## ")
	for _, part := range parts[1:] {
		title, body, _ := strings.Cut(part, "\n")
		sections = append(sections, section{title, slug(title), markdown(body)})
	}
	return markdown(parts[0]), sections
}

func slug(title string) string { return strings.ReplaceAll(strings.ToLower(title), " ", "-") }

var (
	blankLines = regexp.MustCompile(`\n\s*\n`)
	inline     = regexp.MustCompile("`([^`]+)`" + `|\*\*([^*]+)\*\*`)
)

// markdown renders the Markdown that the document uses: paragraphs, lists, code
// and emphasis. The text is our own, and escaped all the same.
func markdown(text string) markup {
	var out strings.Builder
	for _, block := range blankLines.Split(strings.TrimSpace(text), -1) {
		switch {
		case block == "":
		case strings.HasPrefix(block, "- "):
			out.WriteString("<ul>")
			for item := range strings.SplitSeq(block[2:], "\n- ") {
				out.WriteString("<li>" + inlineHTML(item) + "</li>")
			}
			out.WriteString("</ul>")
		default:
			out.WriteString("<p>" + inlineHTML(block) + "</p>")
		}
	}
	return markup(out.String())
}

func inlineHTML(text string) string {
	escaped := html.EscapeString(text)
	return inline.ReplaceAllStringFunc(escaped, func(match string) string {
		if match[0] == '`' {
			return "<code>" + strings.Trim(match, "`") + "</code>"
		}
		return "<strong>" + strings.Trim(match, "*") + "</strong>"
	})
}

var pathID = regexp.MustCompile(`\{\w+\}`)

// markPath highlights the placeholders of a path, and lets it break between
// segments.
func markPath(path string) markup {
	escaped := strings.ReplaceAll(html.EscapeString(path), "/", "<wbr>/")
	return markup(pathID.ReplaceAllString(escaped, "<var>$0</var>"))
}

// layJSON formats a value for reading: short ones stay on one line.
func layJSON(v jsontext.Value, margin string) string { return layMember("", v, margin) }

func layMember(name string, v jsontext.Value, margin string) string {
	const width = 50
	line, err := jsontext.AppendFormat(nil, v, jsontext.Multiline(false), jsontext.SpaceAfterColon(true), jsontext.SpaceAfterComma(true))
	if err != nil {
		panic(err) // the document is valid JSON
	}
	if len(margin)+len(name)+len(line) <= width || v.Kind() != '{' && v.Kind() != '[' {
		return name + string(line)
	}
	var lines []string
	inner := margin + "  "
	d := jsontext.NewDecoder(bytes.NewReader(v))
	_, _ = d.ReadToken() // the opening bracket; v is well formed
	for d.PeekKind() != '}' && d.PeekKind() != ']' {
		var label string
		if v.Kind() == '{' {
			quoted, _ := d.ReadValue()
			label = string(quoted) + ": "
		}
		value, _ := d.ReadValue()
		lines = append(lines, inner+layMember(label, value, inner))
	}
	return name + string(line[:1]) + "\n" + strings.Join(lines, ",\n") + "\n" + margin + string(line[len(line)-1:])
}

var jsonToken = regexp.MustCompile(`("(?:[^"\\]|\\.)*")(:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?`)

// colourJSON formats JSON and marks names, texts and the rest by class.
func colourJSON(compact []byte) markup {
	text := layJSON(compact, "")
	var out strings.Builder
	end := 0
	for _, at := range jsonToken.FindAllStringSubmatchIndex(text, -1) {
		out.WriteString(html.EscapeString(text[end:at[0]]))
		class, stop := "n", at[1]
		if at[2] >= 0 {
			class, stop = "s", at[3]
		}
		if at[4] >= 0 {
			class = "k"
		}
		out.WriteString(`<span class="` + class + `">` + html.EscapeString(text[at[0]:stop]) + `</span>`)
		end = stop
	}
	out.WriteString(html.EscapeString(text[end:]))
	return markup(out.String())
}
