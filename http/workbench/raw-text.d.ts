/** A file of rows that the build puts into the page as its text. */
declare module "*.csv?raw" {
  const text: string
  export default text
}
