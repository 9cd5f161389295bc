package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"

	yaml "github.com/oasdiff/yaml3"
)

// escaped matches a character escaped by number, and a backslash that only looks
// like the beginning of one.
var escaped = regexp.MustCompile(`\\\\|\\U[0-9A-F]{8}`)

func unescape(match []byte) []byte {
	if match[1] == '\\' {
		return match
	}
	n, err := strconv.ParseInt(string(match[2:]), 16, 32)
	if err != nil {
		return match
	}
	return []byte(string(rune(n)))
}

// encodeJSON writes the document as JSON in the order of the YAML, as its author
// intended.
func encodeJSON(document *yaml.Node) ([]byte, error) {
	compact, err := appendJSON(nil, document)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, compact, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

func appendJSON(out []byte, n *yaml.Node) ([]byte, error) {
	switch n.Kind {
	case yaml.MappingNode:
		return appendMembers(append(out, '{'), n.Content, 2, '}')
	case yaml.SequenceNode:
		return appendMembers(append(out, '['), n.Content, 1, ']')
	case yaml.ScalarNode:
		return appendScalar(out, n)
	}
	return nil, fmt.Errorf("line %d: cannot be written as JSON", n.Line)
}

// appendMembers writes nodes singly, or as name and value.
func appendMembers(out []byte, nodes []*yaml.Node, each int, end byte) (_ []byte, err error) {
	for i := 0; i < len(nodes); i += each {
		if i > 0 {
			out = append(out, ',')
		}
		if each == 2 {
			if out, err = appendString(out, nodes[i].Value); err != nil {
				return nil, err
			}
			out = append(out, ':')
		}
		if out, err = appendJSON(out, nodes[i+each-1]); err != nil {
			return nil, err
		}
	}
	return append(out, end), nil
}

func appendScalar(out []byte, n *yaml.Node) ([]byte, error) {
	if n.Tag == "!!str" {
		return appendString(out, n.Value)
	}
	var value any
	if err := n.Decode(&value); err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(value)
	return append(out, encoded...), err
}

// appendString leaves <, > and & as they are, unlike json.Marshal.
func appendString(out []byte, s string) ([]byte, error) {
	var quoted bytes.Buffer
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(s)
	return append(out, bytes.TrimRight(quoted.Bytes(), "\n")...), err
}
