import { describe, expect, it } from 'vitest'
import { settingsFrom } from './settings.ts'

const from = (headers: Record<string, string>) => settingsFrom(new Headers(headers), 'fr')

describe('settingsFrom', () => {
  it('has defaults for development', () => {
    expect(from({})).toEqual({
      productName: 'Nodeyard',
      siteUrl: 'http://127.0.0.1:3000',
      apiUrl: 'http://127.0.0.1:8080',
      publicEnv: 'development',
      securityContact: '/security',
      codeHost: '',
      servesExistingClients: false,
      isFilling: false,
      locale: 'fr',
    })
  })

  it('decodes the product name, which can contain any characters', () => {
    expect(from({ 'x-product-name': encodeURIComponent('Café 节点') }).productName).toBe('Café 节点')
  })

  it('removes slashes from the end of addresses', () => {
    const { siteUrl, apiUrl } = from({
      'x-site-url': 'https://site.test//',
      'x-api-url': 'https://api.test/',
    })
    expect([siteUrl, apiUrl]).toEqual(['https://site.test', 'https://api.test'])
  })

  it.each([
    [{ 'x-analytics-token': 't' }],
    [{ 'x-analytics-url': 'https://stats.test' }],
    [{ 'x-analytics-token': '', 'x-analytics-url': 'https://stats.test' }],
  ])('has no analytics with %o', (headers) => {
    expect(from(headers)).not.toHaveProperty('analytics')
  })

  it('has analytics with a token and an address', () => {
    const headers = { 'x-analytics-token': 't', 'x-analytics-url': 'https://stats.test' }
    expect(from(headers).analytics).toEqual({ token: 't', url: 'https://stats.test' })
  })

  it('is filling only when the server says exactly so', () => {
    expect(['true', 'TRUE', '1', ''].map((value) => from({ 'x-filling': value }).isFilling)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
