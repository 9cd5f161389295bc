// Package rates reads the exchange rates that an operator names: a file, or an
// address on the internet. What it reads is whole and plausible, or an error.
package rates

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"vitrine/internal/catalog"
)

// maxSize limits what is read; the whole history of the European Central Bank takes a
// fifth of it.
const maxSize = 48 << 20

var (
	decimal = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,12})?$`)
	code    = regexp.MustCompile(`^[A-Z]{3}$`)
	zero    = regexp.MustCompile(`^[0.]*$`)
)

// Parse reads rates from a table with the columns date, base, currency and rate, or
// from a file of the European Central Bank, whose tables have a column for each
// currency, or are XML.
func Parse(content []byte) ([]catalog.Rate, error) {
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	var found []catalog.Rate
	var err error
	switch start := bytes.TrimSpace(content); {
	case len(start) == 0:
		err = errors.New("it is empty")
	case bytes.HasPrefix(start, []byte("PK")):
		err = errors.New("it is a ZIP archive: name the file in it")
	case start[0] == '<':
		found, err = parseXML(content)
	default:
		found, err = parseTable(content)
	}
	if err == nil && len(found) == 0 {
		err = errors.New("it has no rates")
	}
	if err == nil {
		err = contradiction(found)
	}
	if err != nil {
		return nil, fmt.Errorf("the exchange rates were not read: %w", err)
	}
	return found, nil
}

// contradiction finds two rates for one day and pair.
func contradiction(all []catalog.Rate) error {
	type pair struct {
		base, code string
		day        int64
	}
	seen := make(map[pair]string, len(all))
	for _, r := range all {
		key := pair{r.Base, r.CurrencyCode, r.Date.Unix()}
		if known, ok := seen[key]; ok && known != r.Rate {
			return fmt.Errorf("it has two rates from %s to %s on %s", r.Base, r.CurrencyCode, r.Date.Format(time.DateOnly))
		}
		seen[key] = r.Rate
	}
	return nil
}

// newRate checks a rate.
func newRate(date, base, currency, rate string) (r catalog.Rate, err error) {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		day, err = time.Parse("2 January 2006", date) // the daily table of the bank
	}
	switch {
	case err != nil || day.Year() < 1900 || day.After(time.Now().AddDate(0, 0, 2)):
		return r, fmt.Errorf("%.40q is not a day that has rates", date)
	case !code.MatchString(base) || !code.MatchString(currency) || base == currency:
		return r, fmt.Errorf("%.10q and %.10q are not two currencies", base, currency)
	case !decimal.MatchString(rate) || zero.MatchString(rate):
		return r, fmt.Errorf("%.40q is not a rate", rate)
	}
	return catalog.Rate{Base: base, CurrencyCode: currency, Rate: rate, Date: day}, nil
}

// parseTable reads comma-separated lines. The last one must end, so that a file which
// was cut off is noticed.
func parseTable(content []byte) (found []catalog.Rate, err error) {
	if content[len(content)-1] != '\n' {
		return nil, errors.New("its last line does not end, so it may have been cut off")
	}
	lines := bufio.NewReader(bytes.NewReader(content))
	first, _ := lines.ReadString('\n')
	head := fields(first)
	wide := len(head) > 1 && head[0] == "Date" && code.MatchString(head[1])
	if !wide && strings.ToLower(strings.Join(head, ",")) != "date,base,currency,rate" {
		return nil, errors.New("its first line is not date,base,currency,rate")
	}
	for number := 2; ; number++ {
		line, end := lines.ReadString('\n')
		if errors.Is(end, io.EOF) {
			return found, nil
		}
		cells := fields(line)
		if len(cells) == 1 && cells[0] == "" {
			continue
		}
		if len(cells) != len(head) {
			return nil, fmt.Errorf("line %d has %d fields instead of %d", number, len(cells), len(head))
		}
		if wide {
			found, err = appendWide(found, head, cells)
		} else {
			var r catalog.Rate
			r, err = newRate(cells[0], cells[1], cells[2], cells[3])
			found = append(found, r)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
}

// appendWide reads a line of the bank's table, in which every currency has a column.
func appendWide(found []catalog.Rate, head, cells []string) ([]catalog.Rate, error) {
	for i, name := range head[1:] {
		value := cells[i+1]
		if name == "" || value == "N/A" || value == "" {
			continue
		}
		r, err := newRate(cells[0], "EUR", name, value)
		if err != nil {
			return nil, err
		}
		found = append(found, r)
	}
	return found, nil
}

// fields splits a line; none of the fields needs quotes.
func fields(line string) []string {
	all := strings.Split(strings.TrimRight(line, "\r\n"), ",")
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return all
}
