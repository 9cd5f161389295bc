package ratelimit

import (
	"cmp"
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"

	"github.com/gomodule/redigo/redis"
)

// address holds the address and credentials of Redis.
type address struct {
	network, at string
	options     []redis.DialOption
}

// parse reads redis://user:password@host:port/database, rediss:// for TLS, or
// unix://user:password@/socket?db=database.
func parse(from string) (address, error) {
	u, err := url.Parse(from)
	if err != nil {
		return address{}, errors.New("REDIS_URL: is not a URL") // not shown, because it may contain a password
	}
	to := address{network: "tcp", at: net.JoinHostPort(cmp.Or(u.Hostname(), "localhost"), cmp.Or(u.Port(), "6379"))}
	database := strings.Trim(u.Path, "/")
	if u.Scheme == "unix" {
		to.network, to.at, database = "unix", u.Path, u.Query().Get("db")
	}
	number, err := strconv.Atoi(cmp.Or(database, "0"))
	if err != nil {
		return address{}, errors.New("REDIS_URL: the database is a number, as in redis://host:6379/1")
	}
	password, _ := u.User.Password()
	to.options = []redis.DialOption{redis.DialConnectTimeout(redisTimeout), redis.DialReadTimeout(redisTimeout), redis.DialWriteTimeout(redisTimeout),
		redis.DialTLSHandshakeTimeout(redisTimeout), redis.DialUseTLS(u.Scheme == "rediss"), redis.DialDatabase(number),
		redis.DialUsername(u.User.Username()), redis.DialPassword(password)}
	return to, nil
}

func (a address) dial() (redis.Conn, error) { return redis.Dial(a.network, a.at, a.options...) }
