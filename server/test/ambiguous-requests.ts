/** Requests that two programs on the way can read differently, after which one takes a part of them for another request. */
export const ambiguousRequests: Readonly<Record<string, string>> = {
  'two hosts': 'GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'the same host twice': 'GET /health HTTP/1.1\r\nhost: a\r\nHOST: a\r\n\r\n',
  'a list of hosts': 'GET /health HTTP/1.1\r\nHost: a, b\r\n\r\n',
  'a host with a path': 'GET /health HTTP/1.1\r\nHost: a/b\r\n\r\n',
  'a host with a user': 'GET /health HTTP/1.1\r\nHost: a@b\r\n\r\n',
  'no host': 'GET /health HTTP/1.1\r\nConnection: keep-alive\r\n\r\n',
  'a target with another host': 'GET http://b/health HTTP/1.1\r\nHost: a\r\n\r\n',
  'a target with another port': 'GET http://a:81/health HTTP/1.1\r\nHost: a\r\n\r\n',
  'a target with a user': 'GET http://a@b/health HTTP/1.1\r\nHost: b\r\n\r\n',
  'a target with a fragment': 'GET /health#x HTTP/1.1\r\nHost: a\r\n\r\n',
  'two credentials':
    'GET /health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer one\r\nAuthorization: Bearer two\r\n\r\n',
  'two lengths': 'POST /publishers HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
  'the same length twice':
    'POST /publishers HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx',
  'a list of lengths': 'POST /publishers HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\nx',
  'a signed length': 'POST /publishers HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\nx',
  'a length and chunks':
    'POST /publishers HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'chunks and a length':
    'POST /publishers HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n',
  'chunks that are not the last encoding':
    'POST /publishers HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n',
  'an unknown encoding':
    'POST /publishers HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
  'a space before the colon':
    'POST /publishers HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
  'a folded header': 'GET /health HTTP/1.1\r\nHost: a\r\nX-One: 1\r\n two\r\n\r\n',
  'line feeds alone': 'GET /health HTTP/1.1\nHost: a\n\n',
  'a line feed alone between headers': 'GET /health HTTP/1.1\r\nHost: a\nX-One: 1\r\n\r\n',
  'a carriage return in a header': 'GET /health HTTP/1.1\r\nHost: a\r\nX-One: 1\rX-Two: 2\r\n\r\n',
  'a null byte in a header': 'GET /health HTTP/1.1\r\nHost: a\r\nX-One: a\0b\r\n\r\n',
}
