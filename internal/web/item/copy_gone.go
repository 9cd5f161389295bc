package item

import (
	"cmp"
	"net/http"
	"slices"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// gonePages take one piece out of a copy: a bottle is drunk, a cup breaks.
var gonePages = []page.Row{
	page.Edit("GET /copies/{copy}/gone", "", askGone),
	page.Edit("POST /copies/{copy}/gone", "POST /api/batch", takeOne),
}

// waysToGo are how a piece leaves without money, and its status then.
var waysToGo = []struct{ how, status string }{{"drunk", "disposed"}, {"used", "disposed"}, {"broken", "disposed"}, {"lost", "lost"}, {"stolen", "stolen"}}

// GoneAsks are the questions about a piece that is gone.
var GoneAsks = []Question{{Name: "how", Kind: AskChoice, Text: "gone.how"}, {Name: "disposed_at", Kind: AskDay, Text: "field.disposed", Must: true}}

// drinks are the emblems of collections whose pieces are drunk.
var drinks = []string{"🍷", "🍾", "🍺", "🍻", "🥃", "🍶", "🍸", "🍹", "🥂", "☕", "🍵"}

// Drinks reports whether the pieces of a collection are drunk.
func Drinks(emblem string) bool { return slices.Contains(drinks, emblem) }

func leaving(v *page.Visit) (e RecordEdit, err error) {
	id, err := v.Number("copy")
	if err != nil {
		return e, err
	}
	e = RecordEdit{Path: ui.CopyPath(id) + "/gone", Back: ui.CopyPath(id), New: true, Asks: GoneAsks}
	if v.FormValue("to") != "" {
		e.Back = v.Destination()
	}
	err = v.Together(func(r postgres.Reader) (err error) {
		e.Copy, err = inventory.CopySheet(v.Context(), r, id)
		return err
	})
	return e, err
}

func askGone(v *page.Visit) error {
	e, err := leaving(v)
	if err != nil {
		return err
	}
	e.Form.Values = map[string]string{"how": "broken", "disposed_at": Today()}
	if Drinks(e.Copy.CollectionEmoji) {
		e.Form.Values["how"] = "drunk"
	}
	return goneForm(v, http.StatusOK, e)
}

func goneForm(v *page.Visit, status int, e RecordEdit) error {
	f, err := v.Frame("", ui.CurrentCollection(e.Copy.CollectionID))
	if err != nil {
		return err
	}
	var ways []ui.Option
	for _, way := range waysToGo {
		ways = append(ways, ui.Option{Value: way.how, Label: f.T("gone." + way.how)})
	}
	e.Choices = map[string][]ui.Option{"how": ways}
	f.Title = f.T("act.gone.title")
	e.Do = f.T("act.gone.do")
	return recordSheet(v, f, status, e)
}

// takeOne takes a piece out. Of several identical ones it becomes a copy of its own, so that the history
// has its day.
func takeOne(v *page.Visit) error {
	e, err := leaving(v)
	if err != nil {
		return err
	}
	var wrong fault.Invalid
	at := slices.IndexFunc(waysToGo, func(way struct{ how, status string }) bool { return way.how == v.Text("how") })
	if at < 0 {
		wrong.OneOf("how", "-", nil)
	}
	on := day(v, &wrong, "disposed_at")
	if v.Text("disposed_at") == "" {
		on = new(time.Now().UTC().Truncate(24 * time.Hour))
	}
	noted := 0
	if err = wrong.Err(); err == nil {
		note := ""
		if way := waysToGo[at]; way.status == "disposed" {
			note = v.Texts.T("gone." + way.how)
		}
		err = v.Carefully(v.Context(), identity.Edit, func(s postgres.Scope) (err error) {
			noted, err = takePiece(v, s, e.Copy.ID, catalog.CopyInput{Status: waysToGo[at].status, DisposedAt: on}, note)
			return err
		})
	}
	if failed := page.OfferRevert(v, noted); failed != nil {
		return failed
	}
	return v.Answer(err, func(form ui.Form) error {
		e.Form = form
		return goneForm(v, http.StatusUnprocessableEntity, e)
	}, func() error { return v.Redirect(e.Back) })
}

// takePiece writes what becomes of a piece, and counts the changes. A copy that is gone already, or lent, stays as it is.
func takePiece(v *page.Visit, s postgres.Scope, id int64, gone catalog.CopyInput, note string) (int, error) {
	reader, err := s.View(identity.Edit)
	if err != nil {
		return 0, err
	}
	now, err := inventory.Copy(v.Context(), reader, id)
	if err != nil || now.Borrowed || now.Status != "owned" && now.Status != "other" {
		return 0, err
	}
	left := asIs(now)
	gone.Identifier, gone.LocationID, gone.AcquiredAt, gone.ItemConditionID = now.Identifier, now.LocationID, now.AcquiredAt, catalog.Given[int64]{Sent: true, Value: now.ItemConditionID}
	gone.Note = cmp.Or(now.Note, optional(note))
	if err := gone.Validate(); err != nil { // one piece
		return 0, err
	}
	last := now.Quantity == 1
	if last {
		left = gone
	} else {
		*left.Quantity--
	}
	s.Operation = new(int64(0))
	err = postgres.Change(v.Context(), s, catalog.CopyUpdated, func(w postgres.Writer) error {
		_, err := inventory.UpdateCopyOf(v.Context(), w, now.ItemID, id, left)
		return err
	})
	if err != nil || last {
		return 1, err
	}
	s.Operation = new(int64(1))
	return 2, postgres.Change(v.Context(), s, catalog.CopyCreated, func(w postgres.Writer) error {
		_, err := inventory.CreateCopy(v.Context(), w, now.ItemID, gone)
		return err
	})
}

// asIs is the input that changes nothing of a copy.
func asIs(c catalog.Copy) catalog.CopyInput {
	return catalog.CopyInput{Identifier: c.Identifier, LocationID: c.LocationID, Status: c.Status, Quantity: new(c.Quantity), AcquiredAt: c.AcquiredAt, DisposedAt: c.DisposedAt, Note: c.Note}
}

func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
