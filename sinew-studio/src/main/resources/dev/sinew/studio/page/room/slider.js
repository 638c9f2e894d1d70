/** Room for the slider; see the warm solver. */
export function showSlider() {}
