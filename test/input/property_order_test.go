package input

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"vitrine/internal/apitest"
)

// equal fails a check unless both are equal as JSON.
func equal(rt *rapid.T, what string, got, want any) {
	if diff := apitest.Diff(got, want); diff != "" {
		rt.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}

// place is a group or field in an order.
type place struct {
	id, group string // no group for a group itself or a standalone field
	position  int64
}

// order is the model of one list.
type order []place

func (o order) last() int64 {
	last := int64(0)
	for _, p := range o {
		last = max(last, p.position)
	}
	return last
}

func (o order) sort() {
	slices.SortFunc(o, func(a, b place) int { return cmp.Compare(a.position, b.position) })
}

// move swaps with the neighbour, if any.
func (o order) move(i int, direction string) {
	j := map[string]int{"up": i - 1, "down": i + 1}[direction]
	if j >= 0 && j < len(o) {
		o[i].position, o[j].position = o[j].position, o[i].position
	}
}

// put inserts at a position and shifts everything from there.
func (o order) put(i int, position int64) {
	taken := slices.ContainsFunc(o, func(p place) bool { return p.id != o[i].id && p.position == position })
	for j := range o {
		if taken && j != i && o[j].position >= position {
			o[j].position++
		}
	}
	o[i].position = position
}

// ordering is a type whose groups and fields are ordered, by the API and by the
// model.
type ordering struct {
	t      testing.TB
	u      *person
	path   string
	groups order
	fields map[string]order // by group
}

func (o *ordering) write(rt *rapid.T, method, path string, body M) response {
	r := o.u.Send(o.t, method, o.path+path, body)
	if r.StatusCode >= 300 {
		rt.Fatalf("%s %s %v: %s %s", method, path, body, r.Status, r.Content)
	}
	return r
}

// sameAs compares the position in an answer with the model's.
func sameAs(rt *rapid.T, o *ordering, r response, want int64) {
	if got := r.Dig(o.t, "data.attributes.position"); got != float64(want) {
		rt.Fatalf("%s %s: position %v, want %d", r.Request.Method, r.Request.URL, got, want)
	}
}

func (o *ordering) draw(rt *rapid.T, list order, what string) int {
	if len(list) == 0 {
		rt.Skip("there is none")
	}
	list.sort()
	return rapid.IntRange(0, len(list)-1).Draw(rt, what)
}

// drawGroup picks a group, or the standalone fields, with at least so many
// fields.
func (o *ordering) drawGroup(rt *rapid.T, least int) string {
	var ids []string
	for _, g := range append(order{{}}, o.groups...) {
		if len(o.fields[g.id]) >= least {
			ids = append(ids, g.id)
		}
	}
	if len(ids) == 0 {
		rt.Skip("there is none")
	}
	return rapid.SampledFrom(ids).Draw(rt, "group")
}

func (o *ordering) createGroup(rt *rapid.T) {
	if len(o.groups) == 4 {
		rt.Skip("there are enough")
	}
	r := o.write(rt, "POST", "/custom-field-groups", M{"name": "g"})
	o.groups = append(o.groups, place{id: r.ID(o.t), position: o.groups.last() + 1})
	sameAs(rt, o, r, o.groups.last())
}

func (o *ordering) moveGroup(rt *rapid.T) {
	i, direction := o.draw(rt, o.groups, "which"), rapid.SampledFrom([]string{"up", "down"}).Draw(rt, "direction")
	o.groups.move(i, direction)
	sameAs(rt, o, o.write(rt, "PUT", "/custom-field-groups/"+o.groups[i].id+"/order", M{"direction": direction}), o.groups[i].position)
}

func (o *ordering) deleteGroup(rt *rapid.T) {
	i := o.draw(rt, o.groups, "which")
	id := o.groups[i].id
	o.write(rt, "DELETE", "/custom-field-groups/"+id, nil)
	o.fields[id].sort()
	for _, f := range o.fields[id] { // its fields follow the standalone ones
		o.fields[""] = append(o.fields[""], place{f.id, "", o.fields[""].last() + 1})
	}
	delete(o.fields, id)
	o.groups = slices.Delete(o.groups, i, i+1)
}

func (o *ordering) createField(rt *rapid.T) {
	group := o.drawGroup(rt, 0)
	r := o.write(rt, "POST", "/custom-fields", M{"field_type": "text", "group_id": group})
	o.fields[group] = append(o.fields[group], place{r.ID(o.t), group, o.fields[group].last() + 1})
	sameAs(rt, o, r, o.fields[group].last())
}

func (o *ordering) moveField(rt *rapid.T) {
	list := o.fields[o.drawGroup(rt, 1)]
	i, direction := o.draw(rt, list, "which"), rapid.SampledFrom([]string{"up", "down"}).Draw(rt, "direction")
	list.move(i, direction)
	sameAs(rt, o, o.write(rt, "PUT", "/custom-fields/"+list[i].id+"/order", M{"direction": direction}), list[i].position)
}

func (o *ordering) putField(rt *rapid.T) {
	list := o.fields[o.drawGroup(rt, 1)]
	i, body := o.draw(rt, list, "which"), M{"field_type": "text"}
	if position := rapid.Int64Range(0, 8).Draw(rt, "position"); position > 0 { // 0 keeps the present one
		body["position"] = position
		list.put(i, position)
	}
	sameAs(rt, o, o.write(rt, "PUT", "/custom-fields/"+list[i].id, body), list[i].position)
}

func (o *ordering) deleteField(rt *rapid.T) {
	group := o.drawGroup(rt, 1)
	i := o.draw(rt, o.fields[group], "which")
	o.write(rt, "DELETE", "/custom-fields/"+o.fields[group][i].id, nil)
	o.fields[group] = slices.Delete(o.fields[group], i, i+1)
}

// listed is a list of the API as lines of id and position.
func (o *ordering) listed(path string) []string {
	lines := []string{}
	for _, object := range o.u.Send(o.t, "GET", o.path+path+"?per_page=100", nil).Dig(o.t, "data").([]any) {
		v := object.(M)
		lines = append(lines, fmt.Sprint(v["id"], " at ", v["attributes"].(M)["position"]))
	}
	return lines
}

// expected is the same of the model. Fields of equal position follow the
// rendering order: standalone ones, then by group.
func (o *ordering) expected() (groups, fields []string) {
	o.groups.sort()
	rank, all := map[string]int{"": -1}, order{}
	groups, fields = []string{}, []string{}
	for i, g := range o.groups {
		rank[g.id] = i
		groups = append(groups, fmt.Sprint(g.id, " at ", g.position))
	}
	for _, list := range o.fields {
		all = append(all, list...)
	}
	slices.SortFunc(all, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.position, b.position), cmp.Compare(rank[a.group], rank[b.group]))
	})
	for _, f := range all {
		fields = append(fields, fmt.Sprint(f.id, " at ", f.position))
	}
	return groups, fields
}

// Order and positions of groups and fields always equal the model's.
func TestPositionsFollowTheModel(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	rapid.Check(t, func(rt *rapid.T) {
		o := &ordering{t: t, u: u, path: "/api/collection-types/" + u.Make(t, "/api/collection-types", M{"name": "Ordered"}), fields: map[string]order{}}
		for range 2 {
			o.createGroup(rt)
		}
		for range 8 {
			o.createField(rt)
		}
		rt.Repeat(map[string]func(*rapid.T){
			"create group": o.createGroup, "move group": o.moveGroup, "delete group": o.deleteGroup,
			"create field": o.createField, "move field": o.moveField, "put field": o.putField, "delete field": o.deleteField,
		})
		groups, fields := o.expected()
		equal(rt, "groups", o.listed("/custom-field-groups"), groups)
		equal(rt, "fields", o.listed("/custom-fields"), fields)
	})
}
