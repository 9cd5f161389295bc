package main

import (
	"errors"
	"fmt"
	"os"

	yaml "github.com/oasdiff/yaml3"
)

// read parses a page, resolves its aliases and expands what the page alone
// determines.
func read(name string) (*yaml.Node, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var parsed yaml.Node
	if err := yaml.Unmarshal(content, &parsed); err != nil {
		return nil, err
	}
	if len(parsed.Content) != 1 || parsed.Content[0].Kind != yaml.MappingNode {
		return nil, errors.New("not a YAML mapping")
	}
	page := plain(parsed.Content[0])
	expandReferences(page)
	if resource := member(page, "resource"); resource != nil {
		describe(page, resource)
	}
	return page, nil
}

// plain is a copy without aliases, anchors and comments.
func plain(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return plain(n.Alias)
	}
	c := &yaml.Node{Kind: n.Kind, Tag: n.ShortTag(), Value: n.Value, Style: n.Style &^ yaml.TaggedStyle}
	for _, child := range n.Content {
		c.Content = append(c.Content, plain(child))
	}
	return c
}

// expandReferences completes references that are only a schema name.
func expandReferences(n *yaml.Node) {
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && child.Value == "$ref" {
			if target := n.Content[i+1]; target.Kind == yaml.ScalarNode && target.Value[0] != '#' {
				target.Value = components + "schemas/" + target.Value
			}
		}
		expandReferences(child)
	}
}

// describe turns the head of a page into a tag, tags every operation, and moves
// the schemas to components.
func describe(page, resource *yaml.Node) {
	tag := mapping(text("name"), member(resource, "name"), text("x-group"), member(resource, "group"))
	if objects := member(page, "objects"); objects != nil {
		tag.Content = append(tag.Content, text("x-object"), objects.Content[0])
	}
	tag.Content = append(tag.Content, text("x-order"), member(resource, "order"), text("description"), member(resource, "about"))
	set(page, "tags", sequence(tag))
	remove(page, "resource")
	for _, item := range values(member(page, "paths")) {
		for method, o := range pairs(item) {
			if method.Value != "parameters" {
				set(o, "tags", sequence(member(resource, "name")))
			}
		}
	}
	if schemas := member(page, "schemas"); schemas != nil {
		for _, schema := range values(schemas) {
			if member(schema, "properties") != nil && member(schema, "type") == nil {
				schema.Content = append([]*yaml.Node{text("type"), text("object")}, schema.Content...)
			}
		}
		remove(page, "schemas")
		set(page, "components", mapping(text("schemas"), schemas))
	}
}

// mustParse parses YAML that the assembler itself contains.
func mustParse(format string, args ...any) *yaml.Node {
	var parsed yaml.Node
	if err := yaml.Unmarshal(fmt.Appendf(nil, format, args...), &parsed); err != nil {
		panic(err)
	}
	n := plain(parsed.Content[0])
	expandReferences(n)
	return n
}
