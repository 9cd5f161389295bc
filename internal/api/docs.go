package api

func (s *Server) documentation() {}
