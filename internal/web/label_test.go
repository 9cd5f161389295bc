package web

import (
	"bytes"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
	"vitrine/internal/share"
)

// printedText is the text of a PDF, if a program to read it is installed.
func printedText(t testing.TB, pdf string) string {
	t.Helper()
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed")
	}
	read := exec.CommandContext(t.Context(), program, "-", "-")
	read.Stdin = strings.NewReader(pdf)
	var out bytes.Buffer
	read.Stdout = &out
	if err := read.Run(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Labels are printed from the pages of copies and locations.
func TestLabels(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner, study, bank, ids := checked(t, s)
	item := apitest.Scalar[string](t, s.Harness, `select item_id::text from copies where id = `+ids["Canon"])
	b := s.signedIn(t, owner.Join(t, identity.Viewer))
	b.get("/locations/"+study).want(t, http.StatusOK, "/labels?location="+study)
	b.get("/copies/"+ids["Leica"]).want(t, http.StatusOK, "/labels?copy="+ids["Leica"])
	b.get("/items/"+item).want(t, http.StatusOK, "/labels?item="+item)
	b.get("/labels?location="+study).want(t, http.StatusOK, "3 labels", "A4, 21 labels of 63.5 × 38.1 mm", "Letter, 30 labels of 2⅝ × 1 in", "First free label")
	b.get("/labels?of=copies&all&location="+study).want(t, http.StatusOK, "4 labels")
	b.get("/labels?of=locations&location="+study).want(t, http.StatusOK, "2 labels")
	b.get("/labels").want(t, http.StatusOK, "3 labels")
	for query, says := range map[string][]string{
		"location=" + study: {"Leica", "ID-LEICA", "Cameras", "Study <1>", "Nikon", "Rollei"},
		"all&location=" + study + "&format=a4-5x13&start=65":        {"Minox", "Drawer"},
		"location=" + bank + "&code=code128&format=letter-2x5":      {"Canon", "ID-CANON", "Bank"},
		"of=locations&location=" + study:                            {"Study <1>", "Drawer"},
		"copy=" + ids["Contax"] + "&item=" + item + "&copy=x":       {"Contax", "Canon"},
		"copy=" + ids["Contax"] + "&start=99&format=a4-2x7&start=1": nil,
		"": {"Bank", "Drawer"},
	} {
		file := b.get("/labels.pdf?" + query)
		if says == nil {
			file.want(t, http.StatusUnprocessableEntity)
			continue
		}
		file.want(t, http.StatusOK)
		if file.Header.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(file.Header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%s: %v", query, file.Header)
		}
		text := printedText(t, file.body)
		for _, want := range says {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q: %s", query, want, text)
			}
		}
	}
	b.get("/labels?location=999999999").want(t, http.StatusNotFound)
	b.get("/labels?format=a3").want(t, http.StatusUnprocessableEntity)
	s.signedIn(t, s.Owner(t)).get("/labels.pdf?copy="+ids["Leica"]).want(t, http.StatusOK)
	if other := printedText(t, s.signedIn(t, s.Owner(t)).get("/labels.pdf?copy="+ids["Leica"]).body); strings.Contains(other, "Leica") {
		t.Error("another account prints a label of it")
	}
}

// Characters that no font has are reported before printing; labels of a large location come in parts.
func TestLabelsInParts(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner, study, _, ids := checked(t, s)
	b := s.signedIn(t, owner)
	apitest.Exec(t, s.Harness, fmt.Sprintf(`update items set name = '写真機' where id in (select item_id from copies where id = %s)`, ids["Nikon"]))
	b.get("/labels?location="+study).want(t, http.StatusOK, "One label has letters that this server has no font for.")
	apitest.Exec(t, s.Harness, fmt.Sprintf(`insert into copies (account_id, item_id, location_id, status, quantity, search)
		select account_id, item_id, location_id, 'owned', 1, '' from copies, generate_series(1, 2000) where id = %s`, ids["Leica"]))
	b.get("/labels?location="+study).want(t, http.StatusOK, "2,003 labels", "2,001 to 2,003")
	if text := printedText(t, b.get("/labels.pdf?part=2&location="+study).body); strings.Count(text, "Leica") != 3 {
		t.Errorf("the second part: %s", text)
	}
}

// If the drawing of labels is busy, a user waits a while, then sees a page with advice, which says if
// their own sheets are the cause.
func TestLabelsDoNotWaitForEver(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner, study, _, _ := checked(t, s)
	b := s.signedIn(t, owner)
	mine := apitest.Scalar[int64](t, s.Harness, `select min(id) from users where account_id = (select account_id from locations where id = `+study+`)`)
	for user, says := range map[int64]string{-1: "Vitrine is busy", mine: "You have a lot under way"} {
		release := s.drawAll(t, user)
		page := b.get("/labels.pdf?location="+study).want(t, http.StatusServiceUnavailable, says)
		if page.Header.Get("Retry-After") == "" {
			t.Error("it does not say when to come again")
		}
		b.get("/labels.pdf?location=999999999").want(t, http.StatusServiceUnavailable, says) // nothing is read meanwhile
		release()
		b.get("/labels.pdf?location=999999999").want(t, http.StatusNotFound)
		b.get("/labels.pdf?location="+study).want(t, http.StatusOK)
	}
}

// drawAll draws labels until it is released.
func (s *site) drawAll(t *testing.T, user int64) (release func()) {
	s.pages.Drawing = share.New(share.Limits{Total: 1, Each: 1, Patience: 100 * time.Millisecond})
	held, err := s.pages.Drawing.TakeFor(t.Context(), user, 1)
	if err != nil {
		t.Fatal(err)
	}
	return held.Give
}
