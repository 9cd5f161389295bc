package main

import (
	"io"
	"net"
	"time"
)

// link forwards connections to a PostgreSQL and delays its answers, as if
// replicas were far away. Data in transit is lost when the link is killed, as
// in a power failure.
func link(listen, target string, delay time.Duration) error {
	listener, err := net.Listen("tcp", "127.0.0.1:"+listen)
	if err != nil {
		return err
	}
	for {
		near, err := listener.Accept()
		if err != nil {
			return err
		}
		go func() {
			defer near.Close()
			far, err := net.Dial("tcp", "127.0.0.1:"+target)
			if err != nil {
				return
			}
			defer far.Close()
			go func() {
				_, _ = io.Copy(far, near)
				far.Close()
			}()
			late(near, far, delay)
		}()
	}
}

// late copies everything after a delay, without reducing throughput.
func late(to io.Writer, from io.Reader, delay time.Duration) {
	type chunk struct {
		bytes []byte
		due   time.Time
	}
	transit := make(chan chunk, 4096)
	go func() {
		defer close(transit)
		for {
			buffer := make([]byte, 16<<10)
			n, err := from.Read(buffer)
			if n > 0 {
				transit <- chunk{buffer[:n], time.Now().Add(delay)}
			}
			if err != nil {
				return
			}
		}
	}()
	for c := range transit {
		time.Sleep(time.Until(c.due))
		if _, err := to.Write(c.bytes); err != nil {
			for range transit { // unblocks the reader
			}
			return
		}
	}
}
