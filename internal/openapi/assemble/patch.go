package main

import (
	"errors"
	"fmt"
	"strings"

	yaml "github.com/oasdiff/yaml3"
)

const patchDescription = "A JSON merge patch (RFC 7396): the members that are sent are written, all others stay as they are, and `null` takes a value away. " +
	"The rules of each member are those of `PUT`."

// addPatches derives a PATCH from every PUT whose path can be read, as the
// service does.
func addPatches(document *yaml.Node) error {
	paths := member(document, "paths")
	for i := 0; paths != nil && i < len(paths.Content); i += 2 {
		path, item := paths.Content[i].Value, paths.Content[i+1]
		put := member(item, "put")
		if put == nil || member(item, "get") == nil || dig(put, "requestBody", "content", octets) != nil || dig(put, "responses", "204") != nil {
			continue
		}
		patch, err := patchOf(document, put)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		insert(item, "delete", "patch", patch)
	}
	return nil
}

func patchOf(document, put *yaml.Node) (*yaml.Node, error) {
	id, updates := strings.CutPrefix(member(put, "operationId").Value, "update")
	if !updates {
		return nil, errors.New("the operationId of a PUT beside a GET must begin with update")
	}
	given := dig(put, "requestBody", "content", "application/json")
	name, err := patchSchema(document, dig(given, "schema", "$ref"))
	if err != nil {
		return nil, err
	}
	example := plain(member(given, "example"))
	example.Content = example.Content[:2] // one member suffices to show a patch
	body := mapping(text("schema"), ref("schemas", name), text("example"), example)
	patch := mapping(
		text("operationId"), text("patch"+id),
		text("tags"), plain(member(put, "tags")),
		text("summary"), text(member(put, "summary").Value+", in part"),
		text("description"), text(patchDescription),
		text("x-access"), plain(member(put, "x-access")),
		text("requestBody"), mapping(text("required"), plain(dig(put, "requestBody", "required")),
			text("content"), mapping(text("application/merge-patch+json"), body, text("application/json"), plain(body))),
		text("responses"), plain(member(put, "responses")))
	for _, name := range []string{"deprecated", "x-deprecated", "x-sunset"} {
		if said := member(put, name); said != nil {
			set(patch, name, plain(said))
		}
	}
	return patch, nil
}

// patchSchema derives the schema of a patch from that of a PUT: nothing is
// required, and null means what absence means in a PUT.
func patchSchema(document, target *yaml.Node) (string, error) {
	if target == nil || !strings.HasSuffix(target.Value, "Input") {
		return "", errors.New("the body of a PUT beside a GET must be a schema of components whose name ends in Input")
	}
	full := strings.TrimPrefix(target.Value, components+"schemas/")
	name := strings.TrimSuffix(full, "Input") + "Patch"
	schemas := dig(document, "components", "schemas")
	if member(schemas, name) != nil { // of another path to the same object
		return name, nil
	}
	schema := plain(member(schemas, full))
	remove(schema, "required")
	properties := member(schema, "properties")
	for i := 0; i < len(properties.Content); i += 2 {
		if err := patchMember(properties.Content[i+1]); err != nil {
			return "", fmt.Errorf("%s of %s: %w", properties.Content[i].Value, full, err)
		}
	}
	schemas.Content = append(schemas.Content, text(name), schema)
	return name, nil
}

// inPatch rewrites what a page says of absent members in terms of null.
var inPatch = strings.NewReplacer(
	"Absent or `null`", "`null`",
	"Absent is", "`null` is",
	"if absent", "if `null`",
	"Leave it out if", "`null` if",
	"and so is a field that is left out", "and a field that is left out keeps the one it has")

// patchMember removes a member's default: null sets it, not absence.
func patchMember(property *yaml.Node) error {
	about := member(property, "description")
	said := ""
	if about != nil {
		said = inPatch.Replace(about.Value)
	}
	rest := strings.ReplaceAll(said, "Absent keeps", "")
	if lower := strings.ToLower(rest); strings.Contains(lower, "absent") || strings.Contains(lower, "leave it out") {
		return fmt.Errorf("what does %q mean in a PATCH? inPatch does not know", said)
	}
	if value := member(property, "default"); value != nil {
		said = strings.TrimSpace(said + " `null` brings back the default, `" + value.Value + "`.")
		remove(property, "default")
	}
	switch {
	case about != nil:
		about.Value = said
	case said != "":
		property.Content = append([]*yaml.Node{text("description"), text(said)}, property.Content...)
	}
	return nil
}
