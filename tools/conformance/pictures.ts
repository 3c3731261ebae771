/** One dot in each kind of picture that the app's form may send, in base64. */
export const PICTURES: Record<string, string> = {
  'image/jpeg':
    '/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf//////////////////////////////////////////////////////////////////////////////////////wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAH/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAQL/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCAFL//2Q==',
  'image/png':
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAMAAAAoyzS7AAAAA1BMVEUAgIBxQSaxAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAACklEQVQImWNgAAAAAgAB9HFkpgAAAABJRU5ErkJggg==',
  'image/webp': 'UklGRi4AAABXRUJQVlA4ICIAAABwAQCdASoBAAEADMDOJaACdAFAAAD+1F6QsLVWlubEgAAA',
};
