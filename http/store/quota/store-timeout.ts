/** How long the database may take, in milliseconds: partners wait for it, and the next batch as well. */
export const storeTimeoutMs = 3_000
