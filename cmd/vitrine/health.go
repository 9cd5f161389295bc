package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/spf13/cobra"

	"vitrine/internal/config"
)

// healthCommand is for health checks in images without shell or curl.
type healthCommand struct{}

func healthCommands(e *environment) *cobra.Command {
	return command(e, healthCommand{}, "health", "Ask the instance on this machine whether it is ready.")
}

func (healthCommand) Run(e *environment) error {
	listen, err := config.Listen(e.getenv)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(e.ctx, 5*time.Second)
	defer cancel()
	page := "http://" + reachable(listen) + "/readyz"
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, page, nil)
	if err != nil {
		return err
	}
	direct := &http.Transport{} // whatever HTTP_PROXY says
	if path, ok := config.Socket(listen); ok {
		direct.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", path)
		}
	}
	res, err := (&http.Client{Transport: direct}).Do(req)
	if err != nil {
		return fmt.Errorf("no instance answers (%v): start one, or check VITRINE_LISTEN", err)
	}
	defer res.Body.Close()
	said, err := io.ReadAll(io.LimitReader(res.Body, 1000))
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s says %s: %s", page, res.Status, said)
	}
	if err == nil {
		fmt.Fprintln(e.stdout, "Ready.")
	}
	return err
}

// reachable is the address of a local instance; one that listens on all
// interfaces is reached by loopback.
func reachable(listen string) string {
	if _, ok := config.Socket(listen); ok {
		return "vitrine"
	}
	host, port, _ := net.SplitHostPort(listen) // already validated
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1" // an empty image cannot resolve names
	}
	return net.JoinHostPort(host, port)
}
