export const api = {
  fetchApi: (path, options) => fetch(`/api${path}`, options),
}
