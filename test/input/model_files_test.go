package input

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"vitrine/internal/apitest"
)

// pictures are what a play has to show; some items show the same one.
type pictures [4][]byte

func newPictures() (all pictures) {
	for i := range all {
		all[i] = apitest.Picture()
	}
	return all
}

// upload sends a picture.
func (p *play) upload(rt *rapid.T, who *player, picture []byte) {
	sum, want := apitest.Sum(picture), http.StatusCreated
	r, err := p.line.ask("PUT", "/api/files/"+sum, []string{"Authorization: Bearer " + who.Token, "Content-Type: application/octet-stream"}, string(picture))
	if err == nil {
		err = passes(p.line.h, string(picture), r)
	}
	mine := [2]string{who.id, sum}
	switch {
	case !who.role.Writes():
		want = http.StatusNotFound
	case who.tenant.uploads[mine]:
		want = http.StatusOK
	}
	if err != nil || r.StatusCode != want {
		rt.Fatalf("upload as %s: status %d, want %d: %v %s", who.role, r.StatusCode, want, err, r.Content)
	}
	if who.role.Writes() {
		who.tenant.uploads[mine] = true
	}
	p.asked++
}

// drawFile draws the hash of a picture, which the player has mostly just uploaded.
func (p *play) drawFile(rt *rapid.T, who *player) string {
	picture := rapid.SampledFrom(p.pictures[:]).Draw(rt, "picture")
	switch rapid.IntRange(0, 5).Draw(rt, "unknown") {
	case 5:
		return strings.Repeat("f", 64)
	case 4: // perhaps it was uploaded before
	default:
		p.upload(rt, who, picture)
	}
	return apitest.Sum(picture)
}

// chooseMain makes a photo the main one of its item.
func (p *play) chooseMain(rt *rapid.T, who *player) {
	o := p.pick(rt, who, "photo")
	if o == nil {
		return
	}
	if !who.role.Writes() || !who.tenant.has(o) {
		p.must(rt, who, "PUT", o.path()+"/main", nil, http.StatusNotFound)
		return
	}
	for _, other := range who.tenant.listed("photo", o.in) {
		other.shown["is_main"] = other == o
	}
	p.compare(rt, p.must(rt, who, "PUT", o.path()+"/main", nil, http.StatusOK), o)
}

// seen reports whether whoever writes may use a file.
func (t *tenant) seen(sum any) bool {
	text, _ := sum.(string)
	return t.uploads[[2]string{t.by, text}] || slices.ContainsFunc(t.things, func(o *thing) bool {
		return (o.kind == "photo" || o.kind == "document") && o.shown["sha256"] == sum
	})
}

func settlePhoto(t *tenant, target, in *thing, input M, _ bool) (*thing, []string) {
	r := &rules{input: input}
	shown := M{"item_id": in.id, "caption": r.text("caption", 2000, false), "alt_text": r.text("alt_text", 1000, false), "copy_id": input["copy_id"],
		"filename": "photo.png", "mime_type": "image/png", "size": len(apitest.Picture()), "width": 3, "height": 2, "taken_at": nil, "place": nil}
	others := t.listed("photo", in)
	if target == nil {
		shown["sha256"], shown["position"], shown["is_main"] = input["sha256"], 1, len(others) == 0
		if len(others) > 0 {
			shown["position"] = others[len(others)-1].shown["position"].(int) + 1
		}
		if r.wrong == nil {
			r.check("sha256", t.seen(input["sha256"]))
			r.check("file", !slices.ContainsFunc(others, func(o *thing) bool { return o.shown["sha256"] == input["sha256"] }))
		}
	} else {
		for _, name := range []string{"sha256", "position", "is_main"} {
			shown[name] = target.shown[name]
		}
	}
	if id := input["copy_id"]; id != nil {
		of := t.find("copy", id)
		r.check("copy_id", of != nil && of.in == in)
	}
	return &thing{shown: shown}, r.wrong
}

func settleDocument(t *tenant, target, in *thing, input M, _ bool) (*thing, []string) {
	r := &rules{input: input}
	shown := M{"copy_id": in.id, "document_type": r.among("document_type", true, "receipt", "other"), "name": r.text("name", 255, true),
		"description": nil, "issued_at": nil, "reference_number": nil, "documentable_type": r.among("documentable_type", false, "copy", "insurance_record"),
		"documentable_id": input["documentable_id"], "external_url": nil, "mime_type": nil, "size": nil, "sha256": nil}
	of := shown["documentable_id"]
	if shown["documentable_type"] == "copy" {
		r.check("documentable_id", of == nil || of == in.id)
		shown["documentable_id"] = in.id
	} else {
		record := t.find("record", of)
		r.check("documentable_id", record != nil && record.in == in)
	}
	if target != nil {
		for _, name := range []string{"external_url", "mime_type", "size", "sha256"} {
			shown[name] = target.shown[name]
		}
		return &thing{shown: shown}, r.wrong
	}
	r.check("file", (input["sha256"] == nil) != (input["external_url"] == nil))
	if shown["external_url"] = input["external_url"]; input["sha256"] != nil {
		r.check("sha256", t.seen(input["sha256"]))
		shown["sha256"], shown["mime_type"], shown["size"] = input["sha256"], "image/png", len(apitest.Picture())
	}
	return &thing{shown: shown}, r.wrong
}

// removeFiles is what the end of a thing does to photos and documents besides its
// contents.
func (t *tenant) removeFiles(gone *thing) {
	for _, o := range slices.Clone(t.things) {
		switch {
		case o.kind == "photo" && gone.kind == "copy" && o.shown["copy_id"] == gone.id:
			o.shown["copy_id"] = nil
		case o.kind == "document" && gone.kind == "record" && o.shown["documentable_type"] == "insurance_record" && o.shown["documentable_id"] == gone.id:
			t.remove(o)
		}
	}
	if rest := t.listed("photo", gone.in); gone.kind == "photo" && gone.shown["is_main"] == true && len(rest) > 0 {
		at := func(o *thing) int { return o.shown["position"].(int) }
		next := slices.MinFunc(rest, func(a, b *thing) int { // those behind it first, then from the beginning
			return cmp.Or(cmp.Compare(order01(at(a) < at(gone)), order01(at(b) < at(gone))), cmp.Compare(at(a), at(b)))
		})
		next.shown["is_main"] = true
	}
}

func order01(last bool) int {
	if last {
		return 1
	}
	return 0
}
