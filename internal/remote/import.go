package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"vitrine/internal/importing"
)

// Import is an import as the service shows it.
type Import struct {
	ID              string              `json:"-"`
	Shown           json.RawMessage     `json:"-"` // all of it
	Name            string              `json:"name"`
	Profile         *string             `json:"profile"`
	State           string              `json:"state"`
	Size            int64               `json:"size"`
	SHA256          string              `json:"sha256"`
	Error           *importing.Failure  `json:"error"`
	Plan            *importing.Plan     `json:"plan"`
	Report          *importing.Report   `json:"report"`
	Progress        *importing.Progress `json:"progress"`
	RevertibleUntil *int64              `json:"revertible_until"`
}

func importOf(o object, err error) (Import, error) {
	i := Import{ID: o.ID}
	if err == nil {
		err = json.Unmarshal(o.Attributes, &i)
	}
	if err == nil {
		i.Shown, err = json.Marshal(struct {
			Type string `json:"type"`
			object
		}{"import", o})
	}
	return i, err
}

// IsWorking reports whether a job works on it.
func (i Import) IsWorking() bool { return slices.Contains(importing.Working, i.State) }

// Import reads an import.
func (s *Service) Import(ctx context.Context, id string) (Import, error) {
	return importOf(s.Get(ctx, "/api/imports/"+url.PathEscape(id), 0))
}

// Map sets the meaning of the columns, and has the import planned.
func (s *Service) Map(ctx context.Context, id string, mapping any) (Import, error) {
	return importOf(s.Send(ctx, http.MethodPut, "/api/imports/"+id+"/mapping", mapping))
}

// Apply carries out a plan.
func (s *Service) Apply(ctx context.Context, id string, plan int64, skipErrors bool) (Import, error) {
	return importOf(s.Send(ctx, http.MethodPost, "/api/imports/"+id+"/apply", map[string]any{"plan": plan, "skip_errors": skipErrors}))
}

// Cancel cancels an import.
func (s *Service) Cancel(ctx context.Context, id string) (Import, error) {
	return importOf(s.Send(ctx, http.MethodPost, "/api/imports/"+id+"/cancel", nil))
}

// Revert reverts an import.
func (s *Service) Revert(ctx context.Context, id string) (Import, error) {
	return importOf(s.Send(ctx, http.MethodPost, "/api/imports/"+url.PathEscape(id)+"/revert", nil))
}

// Follow waits until no job works on an import, and reports progress.
func (s *Service) Follow(ctx context.Context, i Import, tell func(*importing.Progress)) (Import, error) {
	var turns turns
	for i.IsWorking() {
		tell(i.Progress)
		if err := turns.next(ctx); err != nil {
			return i, err
		}
		now, err := importOf(s.Get(ctx, "/api/imports/"+i.ID, longestWait))
		if err != nil {
			return i, err
		}
		i = now
	}
	return i, nil
}

// Issue is an error or a warning about a cell of a row.
type Issue struct {
	importing.Issue
	Row int64
}

// Issues are the first issues of a plan: errors, then warnings.
func (s *Service) Issues(ctx context.Context, i Import, most int) ([]Issue, error) {
	var found []Issue
	seen := map[string]bool{}
	add := func(query string) error {
		rows, _, err := s.list(ctx, fmt.Sprintf("/api/imports/%s/rows?%s&per_page=%d", i.ID, query, most))
		for _, o := range rows {
			var row struct {
				Row    int64
				Issues []importing.Issue
			}
			if err := json.Unmarshal(o.Attributes, &row); err != nil {
				return err
			}
			for _, issue := range row.Issues {
				if len(found) < most && (query == "action=error") == (issue.Level == "error") {
					seen[issue.Code] = true
					found = append(found, Issue{issue, row.Row})
				}
			}
		}
		return err
	}
	if i.Plan.Error > 0 {
		if err := add("action=error"); err != nil {
			return nil, err
		}
	}
	codes := []string{}
	for code := range i.Plan.Codes {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	for _, code := range codes {
		if len(found) < most && !seen[code] && i.Plan.Warnings > 0 {
			if err := add("code=" + url.QueryEscape(code)); err != nil {
				return nil, err
			}
		}
	}
	return found, nil
}

// Collection finds a collection by its number or its name.
func (s *Service) Collection(ctx context.Context, said string) (string, error) {
	if strings.Trim(said, "0123456789") == "" && said != "" {
		return said, nil
	}
	var found []string
	for after := ""; ; {
		page, next, err := s.list(ctx, "/api/collections?per_page=100&after="+url.QueryEscape(after))
		if err != nil {
			return "", err
		}
		for _, o := range page {
			var c struct{ Name string }
			if json.Unmarshal(o.Attributes, &c) == nil && strings.EqualFold(strings.TrimSpace(c.Name), strings.TrimSpace(said)) {
				found = append(found, o.ID)
			}
		}
		if after = next; after == "" {
			break
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("there is no collection called %q: check the name, or have one made with --new", said)
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%d collections are called %q: name one by its number (%s)", len(found), said, strings.Join(found, ", "))
}
