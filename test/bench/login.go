package main

import (
	"context"
	"fmt"
	"os"
	"strings"
)

// logins prints the cost of checking a password, which is high on purpose, and
// the service's peak memory so far.
func (b *bench) logins(ctx context.Context) error {
	const times, password = 50, "correct-horse-battery"
	who := map[string]any{"first_name": "Ben", "last_name": "Chmark", "email": "login@example.org", "password": password, "password_confirmation": password}
	if _, err := b.service.post("/api/register", "", who); err != nil {
		return err
	}
	before := processTime(b.service.Process.Pid)
	for range times {
		if _, err := b.service.post("/api/login", "", map[string]any{"email": "login@example.org", "password": password}); err != nil {
			return err
		}
	}
	used := processTime(b.service.Process.Pid) - before
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", b.service.Process.Pid))
	if err != nil {
		return err
	}
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Printf("\na login: %.1f ms of the service's processor time\nmost memory of the service so far: %s kB\n", float64(used.Microseconds())/1000/times, strings.Fields(peak)[0])
	return nil
}
