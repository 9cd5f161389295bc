package main

import (
	"iter"

	yaml "github.com/oasdiff/yaml3"
)

func mapping(content ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: content}
}

func sequence(content ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: content}
}

func text(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s} }

func quoted(s string) *yaml.Node {
	n := text(s)
	n.Style = yaml.DoubleQuotedStyle
	return n
}

func ref(kind, name string) *yaml.Node {
	n := mapping(text("$ref"), quoted(components+kind+"/"+name))
	n.Style = yaml.FlowStyle
	return n
}

// pairs visits the members of a mapping.
func pairs(n *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(name, value *yaml.Node) bool) {
		for i := 0; n != nil && i < len(n.Content); i += 2 {
			if !yield(n.Content[i], n.Content[i+1]) {
				return
			}
		}
	}
}

// values visits the members of a mapping by name.
func values(n *yaml.Node) iter.Seq2[string, *yaml.Node] {
	return func(yield func(string, *yaml.Node) bool) {
		for name, value := range pairs(n) {
			if !yield(name.Value, value) {
				return
			}
		}
	}
}

// member is the value of a name in a mapping, or nil.
func member(n *yaml.Node, name string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for key, value := range values(n) {
		if key == name {
			return value
		}
	}
	return nil
}

// dig follows names through mappings; nil if one is missing.
func dig(n *yaml.Node, names ...string) *yaml.Node {
	for _, name := range names {
		n = member(n, name)
	}
	return n
}

// word is the text of a member, or empty.
func word(n *yaml.Node, name string) string {
	if found := member(n, name); found != nil {
		return found.Value
	}
	return ""
}

// set replaces a member, or appends it.
func set(n *yaml.Node, name string, value *yaml.Node) {
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			n.Content[i+1] = value
			return
		}
	}
	n.Content = append(n.Content, text(name), value)
}

// insert puts a member before another one.
func insert(n *yaml.Node, before, name string, value *yaml.Node) {
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Value == before {
			n.Content = append(n.Content[:i:i], append([]*yaml.Node{text(name), value}, n.Content[i:]...)...)
			return
		}
	}
	n.Content = append(n.Content, text(name), value)
}

func remove(n *yaml.Node, name string) {
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			n.Content = append(n.Content[:i:i], n.Content[i+2:]...)
			return
		}
	}
}
