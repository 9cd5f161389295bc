package picture

import "bytes"

// A segment holds at most 64 KiB, so a colour profile comes in numbered parts.
const profileHead = len(profilePrefix) + 2

// profileOfJPEG joins the parts of a colour profile; nil if one is missing.
func profileOfJPEG(content []byte) []byte {
	var parts [256][]byte
	count := 0
	_ = segments(content, func(s segment) {
		if s.is(jpegProfile, profilePrefix) && len(s.payload) > profileHead {
			number := s.payload[profileHead-2]
			count = int(s.payload[profileHead-1])
			parts[number] = s.payload[profileHead:]
		}
	})
	for _, part := range parts[1 : count+1] {
		if part == nil {
			return nil
		}
	}
	return bytes.Join(parts[1:count+1], nil)
}

// withJPEGProfile puts a colour profile behind the first marker.
func withJPEGProfile(content, profile []byte) []byte {
	const most = 65000
	parts := (len(profile) + most - 1) / most
	if parts == 0 {
		return content
	}
	with := append(make([]byte, 0, len(content)+len(profile)+parts*18), content[:2]...)
	for i := range parts {
		part := profile[i*most : min(len(profile), (i+1)*most)]
		with = appendSegment(with, jpegProfile, []byte(profilePrefix), []byte{byte(i + 1), byte(parts)}, part)
	}
	return append(with, content[2:]...)
}
