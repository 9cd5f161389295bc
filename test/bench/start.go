package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"
)

// startup prints time and memory of an idle service.
func (b *bench) startup(ctx context.Context) error {
	b.service.stop() // again, on a migrated database
	var err error
	if b.service, err = startService(ctx, b.binary, b.database.url); err != nil {
		return err
	}
	time.Sleep(time.Second)
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", b.service.Process.Pid))
	if err != nil {
		return err
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	info, err := os.Stat(b.binary)
	if err != nil {
		return err
	}
	fmt.Printf("start to ready: %d ms (target 200)\nidle memory: %s kB (target 30000)\nbinary: %.1f MB (target 30)\n",
		b.service.ready.Milliseconds(), strings.Fields(rest)[0], float64(info.Size())/1e6)
	return nil
}
