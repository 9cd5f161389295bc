package remote

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"vitrine/internal/importing"
)

// Export is an export as the service shows it.
type Export struct {
	ID           string              `json:"-"`
	Kind         string              `json:"kind"`
	Name         string              `json:"name"`
	State        string              `json:"state"`
	Size         *int64              `json:"size"`
	SHA256       *string             `json:"sha256"`
	Rows         *int64              `json:"rows"`
	Progress     *importing.Progress `json:"progress"`
	Error        *importing.Failure  `json:"error"`
	Verification *string             `json:"verification_url"`
}

func exportOf(o object, err error) (Export, error) {
	e := Export{ID: o.ID}
	if err == nil {
		err = json.Unmarshal(o.Attributes, &e)
	}
	return e, err
}

// IsWorking reports whether a job is still making the export.
func (e Export) IsWorking() bool { return e.State == "waiting" || e.State == "working" }

// Order asks for an export.
func (s *Service) Order(ctx context.Context, order map[string]any) (Export, error) {
	return exportOf(s.Send(ctx, http.MethodPost, "/api/exports", order))
}

// Export reads an export.
func (s *Service) Export(ctx context.Context, id string) (Export, error) {
	return exportOf(s.Get(ctx, "/api/exports/"+url.PathEscape(id), 0))
}

// Await waits until an export is made, and reports progress.
func (s *Service) Await(ctx context.Context, e Export, tell func(*importing.Progress)) (Export, error) {
	var turns turns
	for e.IsWorking() {
		tell(e.Progress)
		if err := turns.next(ctx); err != nil {
			return e, err
		}
		now, err := exportOf(s.Get(ctx, "/api/exports/"+e.ID, longestWait))
		if err != nil {
			return e, err
		}
		e = now
	}
	return e, nil
}

// Delete removes an export and its file.
func (s *Service) Delete(ctx context.Context, e Export) error {
	_, err := s.Send(ctx, http.MethodDelete, "/api/exports/"+e.ID, nil)
	return err
}
