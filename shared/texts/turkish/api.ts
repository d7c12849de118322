import type { Texts } from '../../texts.ts'

export const api: Texts['api'] = {
  token: 'Bu belirteç geçerli değil',
  scope: 'Bu belirteç yalnızca okuyabilir',
  notForTokens: 'Bu işlem belirteçlere açık değil',
}
