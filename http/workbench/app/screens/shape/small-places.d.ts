/** What the build reads from the finer outlines: where places lie that the map has no outline of. */
declare module "virtual:small-places" {
  const places: ReadonlyArray<readonly [id: string, longitude: number, latitude: number]>
  export default places
}
