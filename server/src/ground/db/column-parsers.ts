import pg from 'pg'

// None of our counts and sizes exceeds 2^53.
pg.types.setTypeParser(20, Number)
// A day stays text: as a Date it would shift with the time zone.
pg.types.setTypeParser(1082, (text) => text)
