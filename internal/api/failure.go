package api

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/postgres"
)

// gone answers 204.
var gone = answer{status: http.StatusNoContent}

// message is a body that says one sentence.
func message(status int, text string) answer {
	return answer{status: status, body: append(appendMember([]byte{'{'}, "message", text), '}')}
}

var (
	notFound         = message(http.StatusNotFound, "Not found.")
	unauthenticated  = message(http.StatusUnauthorized, "Unauthenticated.")
	tooMany          = message(http.StatusTooManyRequests, "Too many requests.")
	serverError      = message(http.StatusInternalServerError, "Server error.")
	notAllowed       = message(http.StatusMethodNotAllowed, "Method not allowed.")
	tooLarge         = message(http.StatusRequestEntityTooLarge, "The request body must not be larger than 1 MiB.")
	notJSON          = message(http.StatusUnsupportedMediaType, "The request body must be JSON, sent as application/json.")
	wrongLogin       = message(http.StatusUnauthorized, "These credentials do not match our records.")
	changedMeanwhile = message(http.StatusPreconditionFailed, "The object has changed since you read it.")
	unavailable      = message(http.StatusServiceUnavailable, "The service is busy or restarting. Please try again.")
)

// fail turns an error into an answer: the one place where failures become HTTP.
// unknown tells that nobody expected this one; it is logged, not shown.
func fail(h http.Header, err error) (a answer, unknown bool) {
	var invalid *fault.Invalid
	var down *fault.Unavailable
	switch {
	case errors.As(err, &invalid):
		return invalidAnswer(invalid), false
	case errors.Is(err, fault.ErrNotFound), errors.Is(err, postgres.ErrRefused):
		return notFound, false
	case errors.Is(err, fault.ErrUnauthenticated):
		h.Set("WWW-Authenticate", "Bearer")
		h.Del("X-RateLimit-Limit") // which were those of whom the token belonged to
		h.Del("X-RateLimit-Remaining")
		return unauthenticated, false
	case errors.Is(err, fault.ErrCredentials):
		return wrongLogin, false
	case errors.Is(err, postgres.ErrTwin):
		return sameKey, false
	case errors.Is(err, errTooLarge):
		return tooLarge, false
	case errors.Is(err, errNotJSON):
		return notJSON, false
	case errors.As(err, &down):
		h.Set("Retry-After", strconv.FormatInt(seconds(down.After), 10))
		return unavailable, true
	}
	return serverError, true
}

func invalidAnswer(e *fault.Invalid) answer {
	out := appendMember([]byte{'{'}, "message", e.Error())
	out = append(out, `,"errors":{`...)
	for i, f := range e.Fields {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendMember(out, f.Name, f.Messages)
	}
	return answer{status: http.StatusUnprocessableEntity, body: append(out, `}}`...)}
}

// seconds rounds up, so that nobody is told to come back too early.
func seconds(d time.Duration) int64 { return max(1, int64(math.Ceil(d.Seconds()))) }
