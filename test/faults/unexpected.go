package main

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"slices"
)

// unexpected lists the errors behind answers with 500.
func (w *world) unexpected() []string {
	causes := map[string]bool{}
	for _, i := range w.instances {
		if w.logs != "" {
			break // no log
		}
		f, err := os.Open(i.logFile)
		if err != nil {
			continue
		}
		errors := map[string]string{}
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var line struct {
				Msg, Error, Panic string
				RequestID         string `json:"request_id"`
				Status            int
			}
			_ = json.Unmarshal(lines.Bytes(), &line) // other lines are the end of the process
			switch {
			case line.Msg == "request failed" || line.Msg == "panic":
				errors[line.RequestID] = line.Error + line.Panic
			case line.Msg == "request" && line.Status == 500 && errors[line.RequestID] != "":
				causes[errors[line.RequestID]] = true
			}
		}
		f.Close()
	}
	return slices.Sorted(maps.Keys(causes))
}
