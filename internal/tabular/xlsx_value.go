package tabular

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"vitrine/internal/tabular/markup"
)

// value is the content of a cell, by its type and style. For a formula it is the stored result.
func (w *workbook) value(kind string, style int, raw string) (Cell, error) {
	switch kind {
	case "s":
		n, err := strconv.Atoi(raw)
		if err != nil {
			return Cell{}, nil
		}
		text, err := w.strings.at(n)
		return Cell{Text: text}, err
	case "b":
		return Cell{Text: strconv.FormatBool(raw == "1" || raw == "true"), Kind: Boolean}, nil
	case "", "n":
		if raw == "" {
			return Cell{}, nil
		}
		return w.number(style, raw), nil
	case "d":
		return Cell{Text: strings.TrimSuffix(raw, "T00:00:00"), Kind: Day}, nil
	}
	return Cell{Text: unescaped(raw)}, nil // str, inlineStr, e
}

func (w *workbook) number(style int, raw string) Cell {
	f, err := strconv.ParseFloat(raw, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return Cell{Text: raw}
	}
	if style >= 0 && style < len(w.days) && w.days[style] {
		if day, ok := w.day(f); ok {
			return Cell{Text: day, Kind: Day}
		}
	}
	return Cell{Text: plainNumber(raw, f), Kind: Number}
}

// plainNumber writes a number with the 15 digits that spreadsheets show, without an exponent.
func plainNumber(raw string, f float64) string {
	if len(raw) <= 16 && !strings.ContainsAny(raw, "eE+") {
		return raw
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 15, 64), 64)
	if err != nil || math.Abs(rounded) > 1e40 || rounded != 0 && math.Abs(rounded) < 1e-20 {
		return raw
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// Dates are counted from one of two days. The first system counts a 29 February 1900, so from March
// 1900 on it begins a day earlier.
var (
	first1900 = time.Date(1899, 12, 31, 0, 0, 0, 0, time.UTC)
	first1904 = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
)

const (
	leapDay1900 = 60
	lastSerial  = 2_958_465 // 31 December 9999
)

// day is the date of a serial number, with its time if it has one. Numbers below 1 are only a time.
func (w *workbook) day(serial float64) (string, bool) {
	if serial < 0 || serial > lastSerial+1 {
		return "", false
	}
	whole := math.Floor(serial)
	seconds := int(math.Round((serial - whole) * 86400))
	from, days := first1904, int(whole)
	if !w.is1904 {
		if from = first1900; days == 0 {
			return time.Time{}.Add(time.Duration(seconds) * time.Second).Format("15:04:05"), true
		}
		if days >= leapDay1900 {
			days--
		}
	}
	at := from.AddDate(0, 0, days).Add(time.Duration(seconds) * time.Second)
	if seconds == 0 || seconds == 86400 {
		return at.Format(time.DateOnly), true
	}
	return at.Format(time.DateTime), true
}

// readStyles finds which styles show numbers as days.
func (w *workbook) readStyles() error {
	codes := map[string]string{}
	inCells := false
	return w.each("xl/styles.xml", func(token *markup.Token) error {
		switch string(token.Name) {
		case "numFmt":
			codes[string(token.Attribute("numFmtId"))] = string(token.Attribute("formatCode"))
		case "cellXfs":
			inCells = true
		case "cellStyles", "dxfs":
			inCells = false
		case "xf":
			if inCells && len(w.days) < maxStyles {
				id := string(token.Attribute("numFmtId"))
				code, own := codes[id]
				w.days = append(w.days, own && showsDay(code) || !own && builtInDay(id))
			}
		}
		return nil
	})
}

// maxStyles is the most styles of a spreadsheet.
const maxStyles = 65_490

// builtInDay reports whether a built-in format shows a day.
func builtInDay(id string) bool {
	n, err := strconv.Atoi(id)
	return err == nil && (n >= 14 && n <= 17 || n == 22 || n >= 27 && n <= 31 || n == 36 || n >= 50 && n <= 54 || n == 57 || n == 58)
}

// showsDay reports whether a format has a day, month or year in its first section, outside of quotes
// and brackets. A lone m beside h or s means minutes.
func showsDay(code string) bool {
	var letters []byte
	for i := 0; i < len(code); i++ {
		switch b := code[i]; b {
		case '"':
			i += 1 + strings.IndexByte(code[i+1:]+`"`, '"')
		case '[':
			i += strings.IndexByte(code[i:]+"]", ']')
		case '\\', '_', '*':
			i++
		case ';':
			i = len(code)
		default:
			letters = append(letters, b|0x20)
		}
	}
	text := string(letters)
	if strings.HasPrefix(text, "general") {
		return false
	}
	return strings.ContainsAny(text, "dy") || strings.Contains(text, "m") && !strings.ContainsAny(text, "hs0#?")
}

// unescaped decodes _xHHHH_, the escape for characters that XML cannot contain.
func unescaped(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '_' && i+7 <= len(s) && s[i+1] == 'x' && s[i+6] == '_' {
			if n, err := strconv.ParseUint(s[i+2:i+6], 16, 16); err == nil {
				b.WriteRune(character(n))
				i += 6
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func character(n uint64) rune {
	if n >= 0xD800 && n <= 0xDFFF {
		return utf8.RuneError
	}
	return rune(n)
}
