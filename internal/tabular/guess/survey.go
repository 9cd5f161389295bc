package guess

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/internal/tabular"
	"vitrine/internal/tabular/cell"
	"vitrine/internal/tabular/own"
)

// Survey summarises all cells of a table. Its size does not grow with the rows.
type Survey struct{ columns []column }

// NewSurvey is for a table with these columns.
func NewSurvey(columns []tabular.Column) *Survey {
	s := &Survey{columns: make([]column, len(columns))}
	for i := range s.columns {
		s.columns[i] = column{booleans: true, points: true, commas: true, stars: true, amounts: true, addresses: true}
	}
	return s
}

// Add adds a row.
func (s *Survey) Add(row tabular.Row) {
	for i := range s.columns {
		if i < len(row.Cells) {
			s.columns[i].add(row.Cells[i])
		}
	}
}

// Seen is the summary of a column, by number.
func (s *Survey) Seen(number int) Seen {
	c := &s.columns[number-1]
	return Seen{Filled: c.filled, Samples: c.samples, Values: c.values.all, Decimal: c.signShown(), Days: c.fitting()}
}

// Fits reports whether the cells of a column, by number, can be values of a kind of custom field.
func (s *Survey) Fits(number int, kind, locale string) bool {
	c := &s.columns[number-1]
	if kind == own.Select {
		return !c.values.many
	}
	return c.agreed(kind, locale) == kind
}

// Limits of a column that could be a select.
const (
	minOptions    = 2
	maxOptions    = 20
	maxOption     = 60 // characters
	cellsAnOption = 3
	maxSamples    = 5
	maxNumber     = 32 // longer texts say nothing about decimal signs
)

// Seen is the summary of a column's cells.
type Seen struct {
	Filled  int      // cells that are not empty
	Samples []string // the first 5 that differ
	Values  []string // all distinct ones, in their order; nil if they are many or long
	Decimal string   // . or , if the cells show it, else empty
	Days    []string // of cell.DayFormats, those that fit most cells; D/M/Y and M/D/Y may be both
}

type column struct {
	filled                              int
	samples                             []string
	values                              distinct
	booleans, addresses, stars, amounts bool // true if all cells are
	points, commas                      bool // true if all are numbers with that decimal sign
	numbers                             bool // true if the format itself has numbers, with a point
	decimal                             [2]int
	days                                [daysKnown]int // cells that fit
}

// distinct are the distinct values of a column, unless they are too many for a select.
type distinct struct {
	all  []string
	many bool
}

const daysKnown = 7

func (c *column) add(given tabular.Cell) {
	text := strings.TrimSpace(given.Text)
	if text == "" {
		return
	}
	c.filled++
	if len(c.samples) < maxSamples && !slices.Contains(c.samples, given.Text) {
		c.samples = append(c.samples, given.Text)
	}
	c.booleans = c.booleans && (given.Kind == tabular.Boolean || cell.IsBoolean(text))
	c.addresses = c.addresses && (strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://"))
	c.amounts = c.amounts && isAmount(text)
	c.number(given.Kind, text)
	c.day(text)
	c.values.add(text)
}

// isAmount reports whether a text is an amount in any currency, with either decimal sign.
func isAmount(text string) bool {
	for _, sign := range []string{".", ","} {
		if _, _, bad := cell.Money(text, sign, "EUR"); bad == nil || bad.Code == cell.BadCurrency {
			return true
		}
	}
	return false
}

func (c *column) number(kind tabular.Kind, text string) {
	if kind == tabular.Number {
		c.numbers, c.commas = true, false
	}
	c.points = c.points && cell.Plain(text, ".")
	c.commas = c.commas && cell.Plain(text, ",")
	if c.stars {
		_, bad := cell.Rating(text, ".")
		c.stars = bad == nil
	}
	if len(text) <= maxNumber {
		switch cell.DecimalOf(text) {
		case ".":
			c.decimal[0]++
		case ",":
			c.decimal[1]++
		}
	}
}

func (c *column) day(text string) {
	mask, _ := cell.DayMask(text)
	for i := range c.days {
		if mask&(1<<i) != 0 {
			c.days[i]++
		}
	}
}

func (d *distinct) add(text string) {
	switch {
	case d.many || slices.Contains(d.all, text):
	case len(d.all) == maxOptions || utf8.RuneCountInString(text) > maxOption:
		d.all, d.many = nil, true
	default:
		d.all = append(d.all, text)
	}
}

// kind is the kind of a new custom field.
func (c *column) kind(saysRating bool, locale string) string {
	switch {
	case c.booleans:
		return own.Boolean
	case saysRating && c.stars:
		return own.Rating
	case c.plain(locale):
		return own.Number
	case c.allDays(locale):
		return own.Date
	case len(c.values.all) >= minOptions && c.filled >= cellsAnOption*len(c.values.all):
		return own.Select
	}
	return own.Text
}

// agreed is the kind that the file says, if the cells fit it; else a text or, for stars, a number.
func (c *column) agreed(kind, locale string) string {
	switch {
	case kind == own.Number && !c.plain(locale), kind == own.Date && !c.allDays(locale), kind == own.Boolean && !c.booleans:
		return own.Text
	case kind == own.Rating && !c.stars && c.plain(locale):
		return own.Number
	case kind == own.Rating && !c.stars:
		return own.Text
	}
	return kind
}

// are reports whether all cells are days or amounts, depending on the kind.
func (c *column) are(kind, locale string) bool {
	switch kind {
	case own.Date:
		return c.allDays(locale)
	case own.Money:
		return c.amounts
	}
	return true
}

// plain reports whether all cells are numbers with the decimal sign of the column.
func (c *column) plain(locale string) bool {
	if c.sign(locale) == "," {
		return c.commas
	}
	return c.points
}

// sign is the decimal sign that the cells show, else that of the locale.
func (c *column) sign(locale string) string {
	if sign := c.signShown(); sign != "" {
		return sign
	}
	return cell.Decimal(locale)
}

func (c *column) signShown() string {
	switch {
	case c.numbers, c.decimal[0] > c.decimal[1]:
		return "."
	case c.decimal[1] > c.decimal[0]:
		return ","
	}
	return ""
}

// fitting are the formats that fit most cells. 2026-12-31 fits every format.
func (c *column) fitting() (formats []string) {
	most := slices.Max(c.days[1:])
	if most == 0 {
		if c.days[0] > 0 {
			formats = cell.DayFormats[:1]
		}
		return formats
	}
	for i, n := range c.days {
		if i > 0 && n == most {
			formats = append(formats, cell.DayFormats[i])
		}
	}
	return formats
}

// dayFormat is the format of a column of days. It is ambiguous if D/M/Y and M/D/Y fit equally.
func (c *column) dayFormat(locale string) (format string, ambiguous bool) {
	formats := c.fitting()
	switch {
	case len(formats) == 0:
		return cell.DayFormats[0], false
	case slices.Contains(formats, "D/M/Y") && slices.Contains(formats, "M/D/Y"):
		return cell.SlashFormat(locale), true
	}
	return formats[0], false
}

func (c *column) allDays(locale string) bool {
	format, _ := c.dayFormat(locale)
	return c.fits(format)
}

// fits reports whether all cells are days in a format, or like 2026-12-31.
func (c *column) fits(format string) bool {
	i := slices.Index(cell.DayFormats, format)
	count := c.days[0]
	if i > 0 {
		count += c.days[i]
	}
	return count == c.filled
}

// format is the notation of a kind in this column.
func (c *column) format(kind, locale string) (format string, ambiguous bool) {
	switch kind {
	case own.Date:
		return c.dayFormat(locale)
	case own.Number, own.Integer, own.Money, own.Rating:
		return c.sign(locale), false
	}
	return "", false
}
