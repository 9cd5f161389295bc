package input

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"vitrine/internal/identity"
)

// create creates a thing, inside another one if it belongs there.
func (p *play) create(rt *rapid.T, who *player, kind string) {
	var in *thing
	if holder := modelKinds[kind].holder; holder != "" {
		if in = p.pick(rt, who, holder); in == nil {
			return
		}
	}
	p.make(rt, who, kind, in, p.draw(rt, who, kind))
}

// make creates a thing of an input, if the player may and it is right.
func (p *play) make(rt *rapid.T, who *player, kind string, in *thing, body M) *thing {
	if !who.role.Writes() || in != nil && !who.tenant.has(in) {
		p.must(rt, who, "POST", listPath(kind, in), body, http.StatusNotFound)
		return nil
	}
	who.tenant.by = who.id
	made, wrong := modelKinds[kind].settle(who.tenant, nil, in, body, false)
	if len(wrong) > 0 {
		p.refused(rt, p.must(rt, who, "POST", listPath(kind, in), body, http.StatusUnprocessableEntity), wrong)
		return nil
	}
	r := p.must(rt, who, "POST", listPath(kind, in), body, http.StatusCreated)
	made.kind, made.in, made.id, made.turn = kind, in, r.ID(p.t), p.next()
	who.tenant.things = append(who.tenant.things, made)
	p.compare(rt, r, made)
	return made
}

// begin gives an account something to hold other things, or most acts would have no
// target.
func (p *play) begin(rt *rapid.T, who *player) {
	collection := p.make(rt, who, "collection", nil, M{"name": "Things", "visibility": "private"})
	item := p.make(rt, who, "item", collection, M{"name": "Thing"})
	p.make(rt, who, "copy", item, M{})
}

func (p *play) next() int { p.turn++; return p.turn }

// refused compares the reported fields with the wrong ones.
func (p *play) refused(rt *rapid.T, r response, wrong []string) {
	for name := range named(r) {
		if field, _, _ := strings.Cut(name, "."); !slices.Contains(wrong, field) {
			rt.Fatalf("refused for %s, want %v: %s", name, wrong, r.Content)
		}
	}
}

// write changes a thing wholly or in part.
func (p *play) write(rt *rapid.T, who *player, kind, method string) {
	o := p.pick(rt, who, kind)
	if o == nil {
		return
	}
	body := p.draw(rt, who, kind)
	input := body
	if method == "PATCH" {
		maps.DeleteFunc(body, func(name string, _ any) bool { return rapid.Bool().Draw(rt, "without "+name) })
		input = maps.Clone(o.shown)
		delete(input, "custom_fields") // they are merged one by one
		maps.Copy(input, body)
	}
	if !who.role.Writes() || !who.tenant.has(o) {
		p.must(rt, who, method, o.path(), body, http.StatusNotFound)
		return
	}
	made, wrong := modelKinds[kind].settle(who.tenant, o, o.in, input, method == "PATCH")
	if len(wrong) > 0 {
		p.refused(rt, p.must(rt, who, method, o.path(), body, http.StatusUnprocessableEntity), wrong)
		return
	}
	r := p.must(rt, who, method, o.path(), body, http.StatusOK)
	o.shown, o.values, o.turn = made.shown, made.values, p.next()
	p.compare(rt, r, o)
}

func (p *play) delete(rt *rapid.T, who *player, kind string) {
	o := p.pick(rt, who, kind)
	if o == nil {
		return
	}
	if !who.role.Writes() || !who.tenant.has(o) {
		p.must(rt, who, "DELETE", o.path(), nil, http.StatusNotFound)
		return
	}
	p.must(rt, who, "DELETE", o.path(), nil, http.StatusNoContent)
	before := slices.Clone(who.tenant.things)
	who.tenant.remove(o)
	for _, o := range before {
		if !who.tenant.has(o) {
			p.gone = append(p.gone, o)
		}
	}
}

// list compares a whole list, in order.
func (p *play) list(rt *rapid.T, who *player, kind string) {
	var in *thing
	if holder := modelKinds[kind].holder; holder != "" {
		if in = p.pick(rt, who, holder); in == nil {
			return
		}
	}
	p.compareList(rt, who, kind, in)
}

func (p *play) compareList(rt *rapid.T, who *player, kind string, in *thing) {
	path := listPath(kind, in) + "?per_page=100"
	if in != nil && !who.tenant.has(in) {
		p.must(rt, who, "GET", path, nil, http.StatusNotFound)
		return
	}
	r := p.must(rt, who, "GET", path, nil, http.StatusOK)
	got, want := []M{}, []M{}
	for _, object := range r.Dig(p.t, "data").([]any) {
		got = append(got, attributesShown(object))
	}
	for _, o := range who.tenant.listed(kind, in) {
		want = append(want, M{"id": o.id, "attributes": o.shown})
	}
	equal(rt, path, got, want)
	equal(rt, path+" total", r.Dig(p.t, "meta.total"), len(want))
}

// lookAtAll compares the contents of every account at the end.
func (p *play) lookAtAll(rt *rapid.T) {
	for _, who := range p.users {
		if who.role == identity.Owner {
			for _, kind := range topKinds {
				p.compareList(rt, who, kind, nil)
			}
			for _, o := range who.tenant.things {
				if o.kind == "photo" || o.kind == "document" {
					p.compareList(rt, who, o.kind, o.in)
				}
			}
		}
	}
}
