// Command assemble puts the pages of the OpenAPI document together: base.yaml
// and one page a resource become openapi.json and openapi.yaml, which the
// service embeds. It is run by go generate, so that the service itself needs no
// YAML.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	yaml "github.com/oasdiff/yaml3"
)

const base, whole = "base.yaml", "openapi"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: assemble FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "assemble:", err)
		os.Exit(1)
	}
}

// run writes both forms of the document beside its pages.
func run(dir string) error {
	asJSON, asYAML, err := assemble(dir)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, whole)
	return errors.Join(os.WriteFile(path+".json", asJSON, 0o644), os.WriteFile(path+".yaml", asYAML, 0o644))
}

// assemble merges every page of a folder. The order is that of the file names,
// after base.yaml, and within a page as it is written.
func assemble(dir string) (asJSON, asYAML []byte, err error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil, nil, err
	}
	names = slices.DeleteFunc(names, func(n string) bool { return filepath.Base(n) == whole+".yaml" })
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(rank(a)-rank(b), cmp.Compare(a, b))
	})
	document := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	for _, name := range names {
		page, err := read(name)
		if err == nil {
			err = merge(document, page, 0)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", filepath.Base(name), err)
		}
	}
	if err := sortTags(document); err != nil {
		return nil, nil, err
	}
	if err := addPatches(document); err != nil {
		return nil, nil, err
	}
	completeAnswers(document)
	if asJSON, err = encodeJSON(document); err != nil {
		return nil, nil, err
	}
	asYAML, err = encodeYAML(document)
	return asJSON, asYAML, err
}

func rank(name string) int {
	if filepath.Base(name) == base {
		return 0
	}
	return 1
}

// read parses a page and puts the real thing in the place of every alias.
func read(name string) (*yaml.Node, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var page yaml.Node
	if err := yaml.Unmarshal(text, &page); err != nil {
		return nil, err
	}
	if len(page.Content) != 1 || page.Content[0].Kind != yaml.MappingNode {
		return nil, errors.New("not a YAML mapping")
	}
	return plain(page.Content[0]), nil
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

// merge adds the members of a page. Only what is a list of names is entered:
// the document, its paths, its components and their kinds; a name that is
// there already is a mistake. Tags are gathered from all pages.
func merge(into, page *yaml.Node, depth int) error {
	into.Style = 0 // base.yaml may have written an empty list on one line
	for i := 0; i < len(page.Content); i += 2 {
		key, value := page.Content[i], page.Content[i+1]
		there := member(into, key.Value)
		switch {
		case there == nil:
			into.Content = append(into.Content, key, value)
		case depth == 0 && key.Value == "tags":
			there.Style = 0
			there.Content = append(there.Content, value.Content...)
		case depth == 0 && (key.Value == "paths" || key.Value == "components"):
			next := map[string]int{"paths": 2, "components": 1}[key.Value]
			if err := merge(there, value, next); err != nil {
				return err
			}
		case depth == 1:
			if err := merge(there, value, 2); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%s is written twice", key.Value)
		}
	}
	return nil
}

// member is the value of a name in a mapping, nil if there is none.
func member(n *yaml.Node, name string) *yaml.Node {
	for i := 0; n != nil && n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i+1]
		}
	}
	return nil
}

// sortTags puts the resources into the order in which they are best read, which
// each says of itself by x-order.
func sortTags(document *yaml.Node) error {
	tags := member(document, "tags")
	if tags == nil {
		return nil
	}
	order := map[*yaml.Node]int{}
	for _, tag := range tags.Content {
		at := member(tag, "x-order")
		if at == nil {
			return fmt.Errorf("the tag %s has no x-order", member(tag, "name").Value)
		}
		n, err := strconv.Atoi(at.Value)
		if err != nil {
			return fmt.Errorf("x-order: %w", err)
		}
		order[tag] = n
	}
	slices.SortStableFunc(tags.Content, func(a, b *yaml.Node) int { return order[a] - order[b] })
	return nil
}

// encodeYAML writes the document as YAML. The encoder escapes what lies beyond
// the basic plane, such as emoji, which people want to read.
func encodeYAML(document *yaml.Node) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("# Code generated by assemble from the pages beside it. DO NOT EDIT.\n")
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if err := encoder.Encode(document); err != nil {
		return nil, err
	}
	return escaped.ReplaceAllFunc(out.Bytes(), unescape), nil
}
