package config

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// fileSuffix after the name of a secret setting names the file that holds it, as
// in DATABASE_URL_FILE. An environment is more exposed than a file: it is
// inherited and shown by process tools.
const fileSuffix = "_FILE"

// fromFile never quotes what it reads.
func fromFile(name string) (string, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("cannot be read from its file (%v): check the path, and who may read it", err)
	}
	value := strings.TrimSpace(string(content))
	switch {
	case value == "":
		err = errors.New("is an empty file")
	case strings.ContainsAny(value, "\x00\r\n"):
		err = errors.New("must be a single line")
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return value, nil
}
