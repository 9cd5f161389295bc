package importing

import "strconv"

// ReportColumns are those of a report: a line each issue or change of a row.
var ReportColumns = []string{"row", "line", "action", "status", "item_uuid", "copy_uuid", "column", "code", "expected", "found", "field", "from", "to"}

// Lines are those of the row in a report.
func (r ShownRow) Lines() (lines [][]string) {
	uuid := func(s *Subject) string {
		if s == nil {
			return ""
		}
		return textOf(s.UUID)
	}
	begin := []string{strconv.FormatInt(r.Row, 10), strconv.FormatInt(r.Line, 10), r.Action, textOf(r.Status), uuid(r.Item), uuid(r.Copy)}
	line := func(more ...string) { lines = append(lines, append(append([]string{}, begin...), more...)) }
	for _, i := range r.Issues {
		line(textOf(i.Column), i.Code, i.Expected, i.Found, "", "", "")
	}
	for _, c := range r.Changes {
		line("", "", "", "", c.Field, textOf(c.From), textOf(c.To))
	}
	return lines
}
