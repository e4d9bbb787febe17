import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { menuOf, signUp } from './people.ts'
import { useProduct } from './product.ts'

const it = useProduct()

/** Signs somebody up who is an admin from then on. */
async function signUpAdmin(page: Page): Promise<void> {
  const email = await signUp(page, '/account')
  await it.product.world.deps.db
    .updateTable('users')
    .set({ is_admin: true })
    .where('email', '=', email)
    .execute()
}

test('an admin comes to the dashboard by the menu; others are refused in words, and strangers log in first', async () => {
  const { page: ofStranger } = await it.product.visit()
  await ofStranger.goto('/admin')
  await ofStranger.waitForURL('**/auth/login?fromUrl=%2Fadmin')

  const { page } = await it.product.visit()
  await signUp(page, '/account')
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'This page is for admins' }).waitFor()

  const { page: ofAdmin } = await it.product.visit()
  await signUpAdmin(ofAdmin)
  await ofAdmin.goto('/')
  await menuOf(ofAdmin).click()
  await ofAdmin.getByRole('link', { name: 'Admin Dashboard' }).click()
  await ofAdmin.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
  await it.product.picture(ofAdmin, 'admin')
})
