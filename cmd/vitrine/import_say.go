package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"vitrine/internal/importing"
)

// mostIssues is how many are printed.
const mostIssues = 20

// sayPlan prints what a plan would do, and the first issues.
func (r *importRun) sayPlan() error {
	r.bar.end()
	p := r.now.Plan
	issues, err := r.s.Issues(r.e.ctx, r.now, mostIssues)
	if err != nil || r.JSON {
		return err
	}
	by := ""
	if r.now.Profile != nil && *r.now.Profile != "" {
		by = ", by " + *r.now.Profile
	}
	fmt.Fprintf(r.e.stdout, "%s%s: %s. %s.\n", r.now.Name, by, rows(p.Rows), strings.Join([]string{
		fmt.Sprintf("%s new", grouped(p.Create)), fmt.Sprintf("%s changed", grouped(p.Update)), fmt.Sprintf("%s as they were", grouped(p.Unchanged)),
		fmt.Sprintf("%s skipped", grouped(p.Skip)), fmt.Sprintf("%s with errors", grouped(p.Error))}, ", "))
	if made := makes(p); made != "" {
		fmt.Fprintf(r.e.stdout, "It makes %s.\n", made)
	}
	for _, issue := range issues {
		where := fmt.Sprintf("row %d", issue.Row)
		if issue.Cell != nil && *issue.Cell != "" {
			where = *issue.Cell
		}
		if issue.Column != nil && *issue.Column != "" {
			where += ", " + *issue.Column
		}
		fmt.Fprintf(r.e.stdout, "  %s: %s: %s (%s)\n", issue.Level, where, issue.Message, issue.Code)
	}
	all := int64(0)
	for _, n := range p.Codes {
		all += n
	}
	if more := all - int64(len(issues)); more > 0 {
		fmt.Fprintf(r.e.stdout, "  and %s more, which --report FILE lists\n", grouped(more))
	}
	return nil
}

// firstKinds are what an import mostly makes, in the order in which they are told.
var firstKinds = []string{"items", "copies", "types", "fields", "options", "locations", "categories", "tags", "sets", "series", "conditions", "collections", "photos"}

// makes lists what a plan makes.
func makes(p *importing.Plan) string {
	kinds := slices.Clone(firstKinds)
	for _, kind := range slices.Sorted(maps.Keys(p.Makes)) {
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	var said []string
	for _, kind := range kinds {
		if n := p.Makes[kind].Count; n > 0 {
			said = append(said, grouped(n)+" "+called(kind, n))
		}
	}
	if len(said) < 2 {
		return strings.Join(said, "")
	}
	return strings.Join(said[:len(said)-1], ", ") + " and " + said[len(said)-1]
}

// called is what so many of a kind are called.
func called(kind string, n int64) string {
	name := strings.ReplaceAll(kind, "_", " ")
	switch kind {
	case "types":
		name = "collection types"
	case "fields":
		name = "custom fields"
	}
	switch {
	case n != 1 || kind == "series":
		return name
	case strings.HasSuffix(name, "ies"):
		return strings.TrimSuffix(name, "ies") + "y"
	}
	return strings.TrimSuffix(name, "s")
}

func rows(n int64) string {
	if n == 1 {
		return "1 row"
	}
	return grouped(n) + " rows"
}

// rowsWith begins a sentence on rows with errors.
func rowsWith(n int64) string {
	if n == 1 {
		return "1 row has errors"
	}
	return grouped(n) + " rows have errors"
}

// stayDry ends a run that writes nothing.
func (r *importRun) stayDry() error {
	if err := r.report(); err != nil {
		return err
	}
	kept := r.Keep || !r.mine
	again := "run it again with --apply"
	if kept {
		again = fmt.Sprintf("vitrine import --resume %s --apply", r.now.ID)
	}
	if r.now.Plan.Error > 0 {
		return exits{fmt.Errorf("%s, and nothing was written: correct the file, or leave these rows out: %s --skip-errors", rowsWith(r.now.Plan.Error), again), planErrors}
	}
	if !r.JSON {
		fmt.Fprintf(r.e.stdout, "Nothing was written. To import it: %s\n", again)
	}
	return nil
}

// ended tells what came of an import that nobody works on any more.
func (r *importRun) ended() error {
	r.bar.end()
	if err := r.report(); err != nil {
		return err
	}
	why := ""
	if r.now.Error != nil {
		why = ": " + strings.TrimSuffix(r.now.Error.Message, ".")
	}
	switch r.now.State {
	case importing.Applied:
		return r.sayApplied()
	case importing.Reverted:
		return r.sayReverted()
	case importing.Stopped:
		return exits{fmt.Errorf("import %s has stopped%s. What was written stays: go on with vitrine import --resume %[1]s, or take it back with vitrine import --revert %[1]s", r.now.ID, why), failed}
	case importing.Failed:
		return exits{fmt.Errorf("%s cannot be imported%s", r.now.Name, why), failed}
	}
	return exits{fmt.Errorf("import %s is %s%s: begin anew with its file", r.now.ID, r.now.State, why), failed}
}

// report writes all issues and changes to the file that was asked for, and the import if JSON
// was.
func (r *importRun) report() error {
	if r.JSON {
		fmt.Fprintf(r.e.stdout, "%s\n", r.now.Shown)
	}
	if r.Report == "" {
		return nil
	}
	d, err := newDraft(r.Report)
	if err != nil {
		return err
	}
	defer d.drop()
	if err := r.s.Report(r.e.ctx, r.now, d); err != nil {
		return err
	}
	return d.name(r.Report, r.Replace)
}

func (r *importRun) sayApplied() error {
	done := r.now.Report
	if done == nil {
		return errors.New("the service does not say what came of it: look at the page of the import")
	}
	if !r.JSON {
		fmt.Fprintf(r.e.stdout, "Imported: %s new, %s changed, %s as they were. It is import %s.\n", grouped(done.Create), grouped(done.Update), grouped(done.Unchanged), r.now.ID)
		if until := r.now.RevertibleUntil; until != nil {
			fmt.Fprintf(r.e.stdout, "Until %s it can be taken back: vitrine import --revert %s\n", time.Unix(*until, 0).Format(time.DateOnly), r.now.ID)
		}
	}
	if left := done.Conflict + done.Left + done.Skip + done.Error; left > 0 {
		return exits{fmt.Errorf("%s not imported: %d with errors, %d skipped, %d that somebody changed meanwhile. See them with vitrine import --resume %s --report FILE", were(left), done.Error, done.Skip, done.Conflict+done.Left, r.now.ID), leftOver}
	}
	return nil
}

func (r *importRun) sayReverted() error {
	done := r.now.Report
	if done == nil {
		return errors.New("the service does not say what came of it: look at the page of the import")
	}
	if !r.JSON {
		fmt.Fprintf(r.e.stdout, "Taken back: %s. What the import made is in the trash, as one entry.\n", rows(done.Undone))
	}
	if done.Left > 0 {
		return exits{fmt.Errorf("%s left as they are, because somebody has changed them since. See them with vitrine import --resume %s --report FILE", were(done.Left), r.now.ID), leftOver}
	}
	return nil
}

// were begins a sentence on rows.
func were(n int64) string {
	if n == 1 {
		return "1 row was"
	}
	return grouped(n) + " rows were"
}
