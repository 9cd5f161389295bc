package api

import (
	"errors"
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/httpserver"
	"vitrine/internal/importing"
	"vitrine/internal/postgres"
)

// gone answers 204.
var gone = answer{status: http.StatusNoContent}

// message is a body of one sentence.
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
	notUpload        = message(http.StatusUnsupportedMediaType, "The request body must be a form, sent as multipart/form-data, or JSON, sent as application/json.")
	suspended        = message(http.StatusUnauthorized, "This access is suspended. Nothing was deleted. Please ask who runs this service.")
	wrongLogin       = message(http.StatusUnauthorized, "These credentials do not match our records.")
	changedMeanwhile = message(http.StatusPreconditionFailed, "The object has changed since you read it.")
	unavailable      = message(http.StatusServiceUnavailable, "The service is busy or restarting. Please try again.")
	wasDecided       = message(http.StatusConflict, "The proposal was decided already.")
	ownBusy          = message(http.StatusServiceUnavailable, "You have as much of this under way as one user may have. Wait until some of it is done, then try again.")
)

// fail turns an error into an answer; failures become HTTP only here. An unknown error is logged, not
// shown.
func fail(h http.Header, err error) (a answer, unknown bool) {
	var invalid *fault.Invalid
	var down *fault.Unavailable
	var large tooLargeFile
	var inTheWay catalog.Conflicts
	var part *partError
	var busy importing.Busy
	var gap importing.Gap
	var underWay catalog.ExportUnderWay
	switch {
	case errors.As(err, &part):
		return part.answer(h)
	case errors.As(err, &inTheWay):
		return conflictAnswer(inTheWay), false
	case errors.As(err, &busy):
		return busyAnswer(busy), false
	case errors.Is(err, importing.ErrDecided):
		return wasDecided, false
	case errors.As(err, &underWay):
		return underWayAnswer(underWay), false
	case errors.As(err, &gap):
		return gapAnswer(gap), false
	case errors.As(err, &invalid):
		h.Set("X-Error-Codes", invalid.Codes())
		return invalidAnswer(invalid), false
	case errors.Is(err, fault.ErrNotFound), errors.Is(err, postgres.ErrRefused):
		return notFound, false
	case errors.Is(err, fault.ErrUnauthenticated):
		h.Set("WWW-Authenticate", "Bearer")
		return unauthenticated, false
	case errors.Is(err, fault.ErrSuspended):
		return suspended, false
	case errors.Is(err, httpserver.ErrTooMany):
		return tooMany, false
	case errors.Is(err, fault.ErrCredentials):
		return wrongLogin, false
	case errors.Is(err, postgres.ErrTwin):
		return sameKey, false
	case errors.Is(err, errTooLarge):
		return tooLarge, false
	case errors.Is(err, errNotJSON):
		return notJSON, false
	case errors.Is(err, errNotUpload):
		return notUpload, false
	case errors.As(err, &large):
		return message(http.StatusRequestEntityTooLarge, "The file must not be larger than "+strconv.FormatInt(large.most>>20, 10)+" MiB."), false
	case errors.As(err, &down):
		h.Set("Retry-After", strconv.FormatInt(httpserver.Seconds(down.After), 10))
		if down.Own {
			return ownBusy, true
		}
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
		out = appendMember(out, f.Name, sentences(f))
	}
	return answer{status: http.StatusUnprocessableEntity, body: append(out, `}}`...)}
}

func sentences(f fault.Field) []string {
	all := make([]string, len(f.Messages))
	for i, m := range f.Messages {
		all[i] = m.String()
	}
	return all
}

// renamed moves the messages of one field to another: a file can be named by its hash.
func renamed(err error, from, to string) error {
	var invalid *fault.Invalid
	if !errors.As(err, &invalid) {
		return err
	}
	var moved fault.Invalid
	for _, f := range invalid.Fields {
		if f.Name == from {
			f.Name = to
		}
		moved.Fields = append(moved.Fields, f)
	}
	return &moved
}

// replaced replaces an error that means something else to the caller.
func replaced(err, old, by error) error {
	if errors.Is(err, old) {
		return by
	}
	return err
}
